"""The scripts of docs/theory run and meet what they assert: formulas of the pages beside what the program does."""

from document import *

CHECKED = ("bodies", "rows", "algorithms")


class Theory(DocumentTest):
    document = "theory/overview.md"

    def test_every_script_runs(self):
        for name in CHECKED:
            with self.subTest(page=name):
                text = (DOCS / "theory" / (name + ".md")).read_text(encoding="utf-8")
                self.scripts = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
                self.assertEqual(len(self.scripts), 1)
                self.assertGreaterEqual(self.scripts[0].count("assert "), 2)
                self.assertNotIn("warning", self.run_script(0))


if __name__ == "__main__":
    main()
