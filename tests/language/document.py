"""Base of the tests of the pages of docs: the scripts of a page run, its links lead somewhere."""

from pathlib import Path

from support import *

DOCS = Path(__file__).resolve().parents[2] / "docs"
EMBEDDED = "_solfec" in sys.builtin_module_names


class DocumentTest(LanguageTest):
    """Test of the page `document` of docs: its text, and its scripts in order."""

    document = None

    @classmethod
    def setUpClass(cls):
        cls.text = (DOCS / cls.document).read_text(encoding="utf-8")
        cls.scripts = re.findall(r"^```python\n(.*?)^```$", cls.text, re.M | re.S)

    def run_script(self, k):
        """Runs script k by the program, or by the Python that runs this test; it must end with 0.
        Returns what it prints."""
        path = Path(self.folder, "script%d.py" % k)
        script = self.scripts[k]
        path.write_text(script if EMBEDDED else "from solfec import *\n" + script)
        words = [PROGRAM, "-q", path.name] if EMBEDDED else [sys.executable, path.name]
        done = subprocess.run(words, cwd=self.folder, text=True, timeout=300,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def check_links(self, least=0):
        links = re.findall(r"\]\(([^)#]+)\)", self.text)
        self.assertGreaterEqual(len(links), least)
        for link in links:
            self.assertTrue((DOCS / link).exists(), link)
