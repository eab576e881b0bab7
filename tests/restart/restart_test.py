"""A run that is continued gives the bytes of one that was never stopped."""

import glob
import os
import signal
import time
import unittest

from support import (RestartTest, SOURCE, chosen, frame_ends, frames_path, main, read, script)


class EveryExample(RestartTest):
    def test_each_example_continues_from_each_of_its_frames(self):
        examples = sorted(glob.glob(os.path.join(SOURCE, "inp", "**", "*.py"), recursive=True))
        self.assertTrue(examples)
        for example in examples:
            with self.subTest(example=os.path.basename(example)):
                self.assertGreater(self.continue_from_prefixes([example], most=4), 2)


class Callbacks(RestartTest):
    def test_bodies_constraints_loads_and_settings_made_in_callbacks_come_back(self):
        self.assertGreater(self.continue_from_prefixes([script("callbacks.py")], most=100), 20)


if __name__ == "__main__":
    main()
