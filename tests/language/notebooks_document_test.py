"""The script of docs/notebooks.md runs, and what the page links to is there."""

import importlib.util

from document import *


class Notebooks(DocumentTest):
    document = "notebooks.md"

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "numpy is not installed (Debian: python3-numpy)")
    def test_the_script_runs(self):
        self.assertEqual(len(self.scripts), 1)
        self.run_script(0)

    def test_links_are_there(self):
        self.check_links(least=2)


main()
