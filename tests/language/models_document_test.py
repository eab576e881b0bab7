"""Every script of docs/models.md runs, is at most 20 lines long and has the pictures that it shows."""

from pathlib import Path

from support import *

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "models.md"
EMBEDDED = "_solfec" in sys.builtin_module_names


class Models(LanguageTest):
    @classmethod
    def setUpClass(cls):
        cls.text = DOCUMENT.read_text(encoding="utf-8")
        cls.scripts = re.findall(r"^```python\n(.*?)^```$", cls.text, re.M | re.S)

    def test_every_script_runs(self):
        self.assertGreaterEqual(len(self.scripts), 10)
        for k, script in enumerate(self.scripts):
            with self.subTest(script=re.search(r"out/models/[\w-]+", script).group()):
                lines = [line for line in script.splitlines() if line.strip()]
                self.assertLessEqual(len(lines), 20)
                path = Path(self.folder, "script%d.py" % k)
                path.write_text(script if EMBEDDED else "from solfec import *\n" + script)
                words = [PROGRAM, "-q", path.name] if EMBEDDED else [sys.executable, path.name]
                done = subprocess.run(words, cwd=self.folder, text=True, timeout=300,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                self.assertEqual(done.returncode, 0, done.stdout)

    def test_pictures_and_links_are_there(self):
        for link in re.findall(r"\]\(([^)#]+)\)", self.text):
            self.assertTrue((DOCUMENT.parent / link).exists(), link)


if __name__ == "__main__":
    main()
