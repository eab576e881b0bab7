#!/usr/bin/env python3
"""Scenes of tests/scenes that are run by hand write all results into out/, which git ignores."""

import re
import unittest
from pathlib import Path

SCENES = Path(__file__).resolve().parents[1] / "scenes"


class Scenes(unittest.TestCase):
    def test_results_go_to_out(self):
        calls = [(path.name, call) for path in sorted(SCENES.glob("*.py"))
                 for call in re.findall(r"= SOLFEC *\(([^\n]*)", path.read_text(encoding="utf-8"))]
        self.assertGreater(len(calls), 3)
        for name, call in calls:
            self.assertRegex(call, r"^[^,]+, *[^,]+, *'out/", name)


if __name__ == "__main__":
    unittest.main()
