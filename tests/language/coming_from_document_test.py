"""The script of each page of docs/coming-from runs and meets the exact answer that it asserts."""

from document import *

PAGES = sorted((DOCS / "coming-from").glob("*.md"))


class ComingFrom(DocumentTest):
    document = "coming-from/lmgc90.md"

    def test_every_script_runs(self):
        self.assertEqual(len(PAGES), 5)
        for page in PAGES:
            with self.subTest(page=page.name):
                scripts = re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
                self.assertEqual(len(scripts), 1)
                self.assertIn("assert ", scripts[0])
                self.assertIn("'out/coming-from/%s" % page.stem, scripts[0])
                self.scripts = scripts
                self.assertNotIn("warning", self.run_script(0))

    def test_commands_of_ours_in_the_tables_are_those_of_the_language(self):
        language = set(re.findall(r"^### (\w+)$", (DOCS / "language.md").read_text(encoding="utf-8"), re.M))
        for page in PAGES:
            for row in re.findall(r"^\| .* \|$", page.read_text(encoding="utf-8"), re.M):
                cell = row.replace(r"\|", "/").split(" | ")[1] if row.count(" | ") >= 2 else ""
                for call in re.findall(r"\b([A-Z][A-Z0-9_]{3,})\(", cell):
                    self.assertIn(call, language, page.name)


if __name__ == "__main__":
    main()
