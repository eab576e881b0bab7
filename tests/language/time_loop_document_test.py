"""Every script of docs/time-loop.md runs, and what the page links to is there."""

import importlib.util

from document import *

NUMPY = importlib.util.find_spec("numpy") is not None


class TimeLoop(DocumentTest):
    document = "time-loop.md"

    def test_scripts_run(self):
        self.assertEqual(len(self.scripts), 3)
        self.assertIn("100 steps, the block slides at 0.6076 m/s", self.run_script(0))

    @unittest.skipUnless(NUMPY, "numpy is not installed (Debian: python3-numpy)")
    def test_scripts_with_arrays_run(self):
        self.run_script(1)
        self.run_script(2)

    def test_the_message_of_the_page_is_that_of_the_program(self):
        quoted = re.search(r"`model\.py:12: (TIME_LOOP\.solve: [^`]+)`", self.text)[1]
        solfec = self.new_solfec()
        self.new_ball(solfec)
        loop = TIME_LOOP(solfec, GAUSS_SEIDEL_SOLVER(), 1)
        loop.begin(), loop.predict(), loop.detect()
        self.assert_refused(RuntimeError, re.escape(quoted) + "$", loop.solve)

    def test_links_are_there(self):
        self.check_links(least=4)


main()
