"""Every script of docs/import.md runs on files that this test writes."""

import json
import shutil

import compas_files
import mesh_files as files
import surface_files_test as surfaces
from document import *


@unittest.skipUnless(shutil.which("gmsh"), "gmsh is not installed")
@unittest.skipUnless(surfaces.HAVE_SCIPY, "python3-scipy is not installed")
class Import(DocumentTest):
    document = "import.md"

    def test_every_script_runs(self):
        self.assertEqual(len(self.scripts), 5)
        Path(self.folder, "bracket.msh").write_bytes(files.gmsh22(files.mixed(size=1000.0)))
        points, faces = surfaces.ELL
        Path(self.folder, "bracket.stl").write_bytes(surfaces.stl_text(1000.0 * points, faces))
        points, faces = surfaces.boxes((0, 0, 0), (2000, 0, 0))  # 2 x 3 x 4 mm, metres apart
        Path(self.folder, "stones.obj").write_bytes(surfaces.Pieces.obj(points, faces))
        Path(self.folder, "wall.json").write_text(json.dumps(compas_files.assembly(2)))
        for k in range(len(self.scripts)):
            with self.subTest(k):
                said = self.run_script(k)
                if k == 1:
                    self.assertRegex(said, r"2 parts, too much volume: -?\d.*mass 6000.0 exact 6000.0")
                elif k == 2:  # 24 mm^3 of 2000 kg/m^3 each
                    self.assertIn("masses [('left', 4.8e-05), ('right', 4.8e-05)]", said)
                elif k == 4:
                    weight = 2000.0 * 9.81
                    borne = [float(line.split()[3]) for line in said.splitlines() if " N " in line]
                    self.assertEqual(len(borne), 4)
                    self.assertAlmostEqual(sum(borne) / weight, 4.0, delta=1e-3)  # three on the support, one above


if __name__ == "__main__":
    main()
