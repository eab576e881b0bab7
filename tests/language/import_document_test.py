"""Every script of docs/import.md runs on files that this test writes."""

from pathlib import Path

import mesh_files as files
import surface_files_test as surfaces
from support import *

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "import.md"
EMBEDDED = "_solfec" in sys.builtin_module_names


@unittest.skipUnless(surfaces.HAVE_SCIPY, "python3-scipy is not installed")
class Import(LanguageTest):
    def test_every_script_runs(self):
        scripts = re.findall(r"^```python\n(.*?)^```$", DOCUMENT.read_text(encoding="utf-8"), re.M | re.S)
        self.assertEqual(len(scripts), 2)
        Path(self.folder, "bracket.msh").write_bytes(files.gmsh22(files.mixed(size=1000.0)))
        points, faces = surfaces.ELL
        Path(self.folder, "bracket.stl").write_bytes(surfaces.stl_text(1000.0 * points, faces))
        for k, script in enumerate(scripts):
            with self.subTest(k):
                path = Path(self.folder, "script%d.py" % k)
                path.write_text(script if EMBEDDED else "from solfec import *\n" + script)
                words = [PROGRAM, "-q", path.name] if EMBEDDED else [sys.executable, path.name]
                done = subprocess.run(words, cwd=self.folder, text=True, timeout=300,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                self.assertEqual(done.returncode, 0, done.stdout)
                if k:
                    self.assertRegex(done.stdout, r"2 parts, too much volume: -?\d.*mass 6000.0 exact 6000.0")


if __name__ == "__main__":
    main()
