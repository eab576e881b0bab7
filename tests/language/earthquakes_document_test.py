"""Every script of docs/earthquakes.md runs, and what the page links to is there."""

from pathlib import Path

from support import *

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "earthquakes.md"
EMBEDDED = "_solfec" in sys.builtin_module_names


class Earthquakes(LanguageTest):
    @classmethod
    def setUpClass(cls):
        cls.text = DOCUMENT.read_text(encoding="utf-8")

    def test_every_script_runs(self):
        scripts = re.findall(r"^```python\n(.*?)^```$", self.text, re.M | re.S)
        self.assertEqual(len(scripts), 2)
        for k, script in enumerate(scripts):
            with self.subTest(script=k):
                path = Path(self.folder, "script%d.py" % k)
                path.write_text(script if EMBEDDED else "from solfec import *\n" + script)
                words = [PROGRAM, "-q", path.name] if EMBEDDED else [sys.executable, path.name]
                done = subprocess.run(words, cwd=self.folder, text=True, timeout=300,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                self.assertEqual(done.returncode, 0, done.stdout)
                self.assertNotIn("warning", done.stdout)

    def test_pictures_and_links_are_there(self):
        links = re.findall(r"\]\(([^)#]+)\)", self.text)
        self.assertGreaterEqual(len(links), 4)
        for link in links:
            self.assertTrue((DOCUMENT.parent / link).exists(), link)


if __name__ == "__main__":
    main()
