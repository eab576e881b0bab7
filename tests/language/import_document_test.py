"""Every script of docs/import.md runs on files that this test writes."""

import mesh_files as files
import surface_files_test as surfaces
from document import *


@unittest.skipUnless(surfaces.HAVE_SCIPY, "python3-scipy is not installed")
class Import(DocumentTest):
    document = "import.md"

    def test_every_script_runs(self):
        self.assertEqual(len(self.scripts), 2)
        Path(self.folder, "bracket.msh").write_bytes(files.gmsh22(files.mixed(size=1000.0)))
        points, faces = surfaces.ELL
        Path(self.folder, "bracket.stl").write_bytes(surfaces.stl_text(1000.0 * points, faces))
        for k in range(len(self.scripts)):
            with self.subTest(k):
                said = self.run_script(k)
                if k:
                    self.assertRegex(said, r"2 parts, too much volume: -?\d.*mass 6000.0 exact 6000.0")


if __name__ == "__main__":
    main()
