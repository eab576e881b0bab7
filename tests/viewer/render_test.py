"""The program's pictures: against stored ones, in all formats, of results of one and of several ranks; and what it says
when there is nothing to be drawn.

    render_test.py          tests
    render_test.py --store  makes the stored pictures anew (look at them)
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy
from PIL import Image

from structural_similarity import grey, similarity

ROOT = Path(__file__).resolve().parents[2]
STORED = Path(__file__).resolve().parent / "stored"
PROGRAM = os.environ.get("SOLFEC_PROGRAM", str(ROOT / "build/release/bin/solfec"))
MPI_PROGRAM = os.environ.get("SOLFEC_MPI_PROGRAM", "")
LEAST = 0.97  # similarity to the stored picture: another driver puts edges a little elsewhere

BLOCKS = """
words = NON_SOLFEC_ARGV () or []
s = SOLFEC ('DYNAMIC', 1E-3, 'out/blocks')
b = BULK_MATERIAL (s, density = 2E3)
SURFACE_MATERIAL (s, friction = 0.3)
GRAVITY (s, (0, 0, -9.81))
OUTPUT (s, 0.01)
def box (lo, hi):
  return HULL ([c for z in (lo [2], hi [2]) for x, y in ((lo [0], lo [1]), (hi [0], lo [1]), (hi [0], hi [1]), (lo [0], hi [1]))
                for c in (x, y, z)], 1, 1)
BODY (s, 'OBSTACLE', box ((-2, -2, -0.5), (3, 3, 0)), b, label = 'floor')
one = BODY (s, 'RIGID', box ((0, 0, 0), (1, 1, 1)), b, label = 'one')
two = BODY (s, 'RIGID', box ((0.3, 0, 1), (1.3, 1, 2)), b, label = 'two')
ball = BODY (s, 'RIGID', SPHERE ((-0.7, 0.2, 0.5), 0.5, 1, 1), b, label = 'ball')
INITIAL_VELOCITY (ball, (-1, 0, 0), (0, -2, 0))
DISPLAY_POINT (two, (1.3, 0, 2), 'corner')
RENDER (s, [two, one] if 'some' in words else [])
RUN (s, GAUSS_SEIDEL_SOLVER (1E-6, 500), 0.2)
if 'fail' in words: raise ValueError ('no')
if not VIEWER (): print (HISTORY (s, (s, 'KINETIC'), 0, 1) [1] [-1] >= 0)
"""

# name: options; of the results of BLOCKS unless the words name a script of inp
PICTURES = {
    "blocks": "--size 240x180",
    "speed": "--size 320x240 --field speed --time 0.1",
    "chains": "--size 320x240 --chains --view front --parallel",
    "cut": "--size 240x180 --field kind --cut -y=0.4 --view 20,30",
    "several": "--size 160x120 --time 0,0.1,0.2 --bare",
    "three-basic-geometric-objects": "--size 240x180",
}
SCRIPTS = {"three-basic-geometric-objects": ROOT / "inp/tutorial/three-basic-geometric-objects.py"}


def run(folder, *words, program=PROGRAM, **environment):
    return subprocess.run([program, *words], cwd=folder, text=True, timeout=300, capture_output=True,
                          check=False, env={**os.environ, **environment})


def make_results(folder):
    Path(folder, "blocks.py").write_text(BLOCKS)
    done = run(folder, "-q", "blocks.py")
    assert done.returncode == 0, done.stderr


def draw(folder, name, options, output=None):
    source = str(SCRIPTS.get(name, "out/blocks"))
    path = Path(folder, output or name + ".png")
    return run(folder, "--render", source, "-o", str(path), *options.split()), path


class Render(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="solfec-test-")
        make_results(cls.folder)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder, True)

    def drawn(self, options="--size 200x150", output="x.png", source="out/blocks"):
        path = Path(self.folder, output)
        path.unlink(missing_ok=True)
        done = run(self.folder, "--render", source, "-o", str(path), *options.split())
        self.assertEqual(done.returncode, 0, done.stderr)
        return path

    def refused(self, code, text, *words, **environment):
        done = run(self.folder, *words, **environment)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertRegex(done.stderr, text)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)  # one sentence

    def test_pictures_are_like_the_stored_ones(self):
        for name, options in PICTURES.items():
            with self.subTest(name):
                done, path = draw(self.folder, name, options)
                self.assertEqual(done.returncode, 0, done.stderr)
                made, stored = grey(path), grey(STORED / (name + ".png"))
                self.assertEqual(made.shape, stored.shape)
                self.assertGreater(similarity(made, stored), LEAST)

    def test_another_frame_is_told_from_the_stored_one(self):
        path = self.drawn("--size 320x240 --field speed --time 0.2")
        self.assertLess(similarity(grey(path), grey(STORED / "speed.png")), LEAST)

    def test_the_same_frame_gives_the_same_bytes(self):
        words = "--size 200x150 --field speed --time 0.1"
        first = self.drawn(words).read_bytes()
        self.assertEqual(self.drawn(words).read_bytes(), first)
        self.assertEqual(self.drawn(words, source="blocks.py").read_bytes(), first)  # READ mode
        with tempfile.TemporaryDirectory() as beside:  # the folder alone, elsewhere
            for name in ("frames.0.xdr", "view.txt"):
                shutil.copy(Path(self.folder, "out/blocks", name), beside)
            self.assertEqual(self.drawn(words, source=beside).read_bytes(), first)
            os.remove(Path(beside, "view.txt"))  # then without the point
            plain = BLOCKS.replace("DISPLAY_POINT (two", "(lambda *words: 0) (two")
            Path(self.folder, "plain.py").write_text(plain)
            bare = self.drawn(words, source=beside).read_bytes()
            self.assertNotEqual(bare, first)
            self.assertEqual(self.drawn(words, source="plain.py").read_bytes(), bare)

    def test_a_folder_shows_the_bodies_that_its_script_has_chosen(self):
        done = run(self.folder, "-q", "-o", "out/some", "blocks.py", "some")
        self.assertEqual(done.returncode, 0, done.stderr)
        words = "--size 240x180 --view front"
        chosen = self.drawn(words, "chosen.png", "out/some").read_bytes()
        everything = self.drawn(words, "everything.png", "out/blocks").read_bytes()
        self.assertNotEqual(chosen, everything)
        script = BLOCKS.replace("[two, one] if", "[one, two] if").replace("out/blocks", "out/some")
        Path(self.folder, "turned.py").write_text(script)
        done = run(self.folder, "--render", "turned.py", "-o", "turned.png", *words.split(), "some")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(Path(self.folder, "turned.png").read_bytes(), chosen)

    def test_a_script_without_results_shows_what_it_has_built(self):
        with tempfile.TemporaryDirectory() as empty:
            Path(empty, "blocks.py").write_text(BLOCKS)
            done = run(empty, "--render", "blocks.py", "-o", "a.png", "--size", "240x180", "--view", "front")
            self.assertEqual((done.returncode, done.stdout), (0, "solfec: wrote a.png\n"), done.stderr)
            self.assertFalse(Path(empty, "out").exists())  # nothing was computed
            some = run(empty, "--render", "blocks.py", "-o", "b.png", "--size", "240x180", "some")
            self.assertEqual(some.returncode, 0, some.stderr)
            floor = numpy.array([214, 215, 213])
            with_floor = numpy.asarray(Image.open(Path(empty, "a.png")).convert("RGB")).reshape(-1, 3)
            without = numpy.asarray(Image.open(Path(empty, "b.png")).convert("RGB")).reshape(-1, 3)
            grey_of = lambda p: int((numpy.ptp(p.astype(int), axis=1) < 4).sum())
            self.assertGreater(grey_of(with_floor[(with_floor < 230).all(1) & (with_floor > 60).all(1)]),
                               3 * grey_of(without[(without < 230).all(1) & (without > 60).all(1)]))
            failed = run(empty, "--render", "blocks.py", "-o", "c.png", "fail")
            self.assertEqual(failed.returncode, 2)
            self.assertIn("ValueError: no", failed.stderr)

    def test_several_models_give_several_files(self):
        with tempfile.TemporaryDirectory() as empty:
            Path(empty, "two.py").write_text("".join(
                f"s = SOLFEC ('DYNAMIC', 1, 'out/{name}')\nb = BULK_MATERIAL (s)\n"
                "BODY (s, 'RIGID', SPHERE ((0, 0, 0), 1, 1, 1), b)\n" for name in "ab"))
            done = run(empty, "--render", "two.py", "-o", "m.png", "--size", "100x100")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(sorted(p.name for p in Path(empty).glob("*.png")), ["m-a.png", "m-b.png"])

    def test_a_range_gives_numbered_pictures(self):
        done, _ = draw(self.folder, "n", "--size 100x80 --time 0:0.1 --every 5", "n.png")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(p.name for p in Path(self.folder).glob("n-*.png")),
                         ["n-0001.png", "n-0002.png", "n-0003.png"])

    def test_bodies_are_hidden_and_made_transparent_by_name(self):
        words = "--size 200x150 --view front --parallel --bare --no-edges --plain --at 0.5,0.5,1 --zoom 1.5"
        coloured = lambda path: (numpy.ptp(numpy.asarray(Image.open(path).convert("RGB"), int), axis=2) > 20).sum()
        alone = self.drawn(words + " --hide two --hide b*l").read_bytes()
        self.assertGreater(coloured(Path(self.folder, "x.png")), 0)
        self.assertNotEqual(self.drawn(words).read_bytes(), alone)
        self.assertEqual(self.drawn(words + " --hide two,ball").read_bytes(), alone)
        self.assertEqual(self.drawn(words + " --hide 3,4").read_bytes(), alone)  # by id
        self.assertNotEqual(self.drawn(words + " --transparent two").read_bytes(), self.drawn(words).read_bytes())
        self.assertEqual(coloured(self.drawn(words + " --hide *")), 0)
        self.refused(64, "option --hide: no body in out/blocks has the label or id 'tree'", "--render", "out/blocks",
                     "-o", "y.png", "--hide", "one,tree")
        self.refused(64, "option --transparent: no body in .* has the label or id '9'", "--render", "out/blocks",
                     "-o", "y.png", "--transparent", "9")
        self.refused(64, "option --warp: draws bodies alone, not --thrust", "--render", "out/blocks", "-o", "y.png",
                     "--warp", "2", "--thrust")

    def test_the_camera_sees_what_a_cut_leaves(self):
        words = "--size 200x150 --view front --parallel --bare --no-edges --plain --hide floor"
        rows = lambda path: numpy.flatnonzero((grey(path) < 235).any(axis=1))
        seen = rows(self.drawn(words + " --cut z=0.5"))
        self.assertLess(abs(seen[0] + seen[-1] - 149), 12)  # in the middle
        self.assertGreater(seen[-1] - seen[0], 30)

    def test_times_are_drawn_over_one_another(self):
        words = "--size 200x150 --view front --parallel --bare --no-edges --plain"
        dark = lambda path: grey(path) < 235
        both = dark(self.drawn(words + " --time 0,0.2 --overlay"))
        camera = dark(self.drawn(words + " --time 0,0.2 --columns 1"))  # the same camera, one below the other
        self.assertEqual(both.shape, (150, 200))
        union = camera[:150] | camera[150:]
        self.assertGreater(union.sum(), 1.03 * camera[150:].sum())  # the ball has moved
        self.assertLess((both ^ union).sum(), 0.01 * union.sum())
        self.assertEqual(run(self.folder, "--render", "out/blocks", "-o", "all.png", "--overlay", "--time", "0:0.2",
                             "--size", "64x64").returncode, 0)
        self.refused(64, "--overlay: a film", "--render", "out/blocks", "-o", "y.gif", "--overlay")

    def test_the_camera_follows_a_body(self):
        # along x: the ball stays in the middle of the picture, the blocks move through it
        words = "--size 200x150 --view front --parallel --bare --no-edges --at -0.7,0.2,0.5 --zoom 2"
        middle = lambda path: grey(path)[55:95, 80:120]
        first = middle(self.drawn(words + " --time 0,0.2 --columns 1"))
        followed, relative, left = (
            Image.open(self.drawn(words + " --time 0,0.2 --columns 1" + more)).convert("L").crop((80, 205, 120, 245))
            for more in (" --follow ball", " --relative-to ball", ""))
        for seen in (followed, relative):
            self.assertGreater(similarity(first, numpy.asarray(seen, dtype=float)), 0.95)
        self.assertLess(similarity(first, numpy.asarray(left, dtype=float)), 0.9)

    def test_pdf_and_eps_hold_pixels_and_vectors(self):
        pdf = self.drawn("--field speed", "p.pdf").read_bytes()
        self.assertTrue(pdf.startswith(b"%PDF"))
        self.assertIn(b"/Image", pdf)
        self.assertIn(b"/ToUnicode", pdf)  # text that can be searched
        eps = self.drawn("--field speed --size 200x150", "p.eps").read_text("latin-1")
        self.assertTrue(eps.startswith("%!PS-Adobe-3.0 EPSF"))
        self.assertIn("%%BoundingBox: 0 0 100 75", eps)

    @unittest.skipUnless(shutil.which("ffprobe"), "no ffmpeg")
    def test_films_have_a_picture_for_each_frame(self):
        for name in ("f.gif", "f.mp4"):
            path = self.drawn("--size 101x81 --time 0:0.1", name)  # odd sizes are padded
            said = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v:0",
                                   "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0", str(path)],
                                  text=True, capture_output=True, check=True).stdout
            self.assertEqual(said.strip().strip(","), "11")
        self.assertFalse(list(Path(self.folder).glob("f.*.*")))  # nothing is left beside

    @unittest.skipUnless(MPI_PROGRAM and shutil.which("mpirun"), "no solfec-mpi")
    def test_results_of_two_ranks_give_the_same_picture(self):
        done = run(self.folder, "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-np", "2", MPI_PROGRAM,
                   "-q", "-o", "ranks", "blocks.py", program="mpirun")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(Path(self.folder, "ranks/frames.1.xdr").exists())
        words = "--size 200x150 --field speed --time 0.1 --chains"
        one, two = grey(self.drawn(words)), grey(self.drawn(words, source="ranks"))
        self.assertGreater(similarity(one, two), 0.99)
        colours = lambda source: len(set(map(tuple, numpy.asarray(Image.open(self.drawn(
            "--size 200x150 --field rank --plain --no-edges", source=source)).convert("RGB"))[5:, 150:].reshape(-1, 3))))
        self.assertGreater(colours("ranks"), colours("out/blocks"))  # the legend names two
        refused = run(self.folder, "--render", "ranks", "-o", "x.png", program=MPI_PROGRAM)
        self.assertEqual(refused.returncode, 64)
        self.assertIn("solfec-mpi draws nothing", refused.stderr)

    def test_the_python_package_gives_the_bytes_of_the_program(self):
        script = ("import sys, solfec_results; results = solfec_results.open('out/blocks'); "
                  "picture = results.render(0.1, field='speed', size=(200, 150)); picture.save('package.png')")
        done = run(self.folder, "-c", script, program="/usr/bin/python3", PYTHONPATH=str(ROOT / "python"),
                   SOLFEC_PROGRAM=PROGRAM, ASAN_OPTIONS="detect_leaks=0")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.drawn("--size 200x150 --time 0.1 --field speed", "program.png")
        self.assertEqual(*[Path(self.folder, name).read_bytes() for name in ("package.png", "program.png")])

    def test_mistakes_are_told_in_a_sentence(self):
        render = ["--render", "out/blocks", "-o", "y.png"]
        Path(self.folder, "empty").mkdir(exist_ok=True)
        Path(self.folder, "zero").mkdir(exist_ok=True)
        Path(self.folder, "zero/frames.0.xdr").write_bytes(b"")
        self.refused(64, "no field 'dzz'; there are dx, ", *render, "--field", "dzz")
        self.refused(64, "--time: 7 s is not in out/blocks, which has t = 0 to 0.2 s", *render, "--time", "7")
        self.refused(64, "--size needs WxH", *render, "--size", "10x10")
        self.refused(64, "no body 'nobody' at t = 0.2 s", *render, "--follow", "nobody")
        self.refused(64, "a picture ends with .png", "--render", "out/blocks", "-o", "y.jpg")
        for words, told in ((["--chains"], "--chains"), (["--status"], "--status"),
                            (["--field", "gap"], "--field gap")):
            self.refused(64, "option --warp: draws bodies alone, not " + told, *render, "--warp", "2", *words)
        self.refused(64, "option --relative-to: out/blocks has no body 'nobody' at t = ", *render,
                     "--relative-to", "nobody")
        self.refused(64, "needs -o FILE", "--render", "out/blocks")
        self.refused(64, "--view belongs to --render", "--view", "top", "blocks.py")
        self.refused(64, "computes nothing", *render, "-w")
        self.refused(66, "cannot be opened", "--render", "empty", "-o", "y.png")
        self.refused(66, "holds no frame yet", "--render", "zero", "-o", "y.png")
        self.refused(66, "cannot read 'missing", "--render", "missing", "-o", "y.png")
        self.refused(73, "cannot create '/nowhere/y.png'", "--render", "out/blocks", "-o", "/nowhere/y.png",
                     "--size", "64x64")
        self.refused(73, "need the library nolibrary.so", *render, SOLFEC_EGL="nolibrary.so")
        self.refused(73, "need the program ffmpeg", "--render", "out/blocks", "-o", "y.mp4", PATH="/nowhere")
        self.assertFalse(list(Path(self.folder).glob("y.*")))

    def broken(self, name, change):
        """A copy of the results, changed in its bytes."""
        folder = Path(self.folder, name)
        folder.mkdir(exist_ok=True)
        data = bytearray(Path(self.folder, "out/blocks/frames.0.xdr").read_bytes())
        Path(folder, "frames.0.xdr").write_bytes(change(data))
        return name

    def test_damaged_results_are_no_picture(self):
        def flip(data, where):
            data[where] ^= 0x10
            return data

        words = ["-o", "y.png", "--size", "64x64"]
        within = self.broken("flipped", lambda data: flip(data, len(data) // 2))
        self.refused(65, r"frames.0.xdr: frame \d+ at byte \d+: the checksum is wrong", "--render", within, *words,
                     "--time", "0:0.2")
        self.refused(65, "frames.0.xdr", "--render", self.broken("noise", lambda data: b"\x5a" * 5000), *words)
        # at the end, as if the machine had stopped: the frames before are drawn, and what is lost is told
        for name, change in (("end", lambda data: flip(data, -200)), ("cut", lambda data: data[:-300])):
            done = run(self.folder, "--render", self.broken(name, change), *words)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stderr, r"the file ends with \d+ bytes that are no complete frame")
            Path(self.folder, "y.png").unlink()

    def test_films_leave_files_of_others_alone_and_take_any_name(self):
        names = ("a.mp4.log", "a.mp4.part", "b.mp4", "c.png")
        for name in names:
            Path(self.folder, name).write_text("mine")
        words = ("--render", "out/blocks", "--size", "64x64", "--time", "0:0.2")
        for film in ("a.mp4", "-odd.mp4", "pipe:1.mp4", "x%d:y.gif"):
            done = run(self.folder, *words, "-o", film)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertGreater(Path(self.folder, film).stat().st_size, 500)
        for film in ("b.mp4", "c.png"):
            self.refused(73, f"cannot create '{film}': the file that has this name is no {film[2:]} that solfec has made",
                         "--render", "out/blocks", "--size", "64x64", "-o", film)
        for name in names:
            self.assertEqual(Path(self.folder, name).read_text(), "mine")
            Path(self.folder, name).unlink()
        self.assertEqual([p.name for p in Path(self.folder).glob("*.part*")], [])

    def test_pictures_and_films_of_others_stay_and_own_ones_are_replaced(self):
        frames = ("--render", "out/blocks", "--size", "64x64", "--time")
        for ending in ("png", "pdf", "eps", "gif", "mp4"):
            name = f"own.{ending}"
            words = (*frames, "0:0.2" if ending in ("gif", "mp4") else "0.2")
            for _ in range(2):
                done = run(self.folder, *words, "-o", name)
                self.assertEqual(done.returncode, 0, done.stderr)
            own = Path(self.folder, name).read_bytes()
            other = own.replace(b"Solfec", b"Camera")  # a picture of the same kind that another program made
            self.assertNotEqual(other, own)
            Path(self.folder, name).write_bytes(other)
            self.refused(73, f"cannot create '{name}': the file that has this name is no {ending} that solfec has made",
                         *words, "-o", name)
            self.assertEqual(Path(self.folder, name).read_bytes(), other)
            Path(self.folder, name).unlink()
        Path(self.folder, "s-0002.png").write_text("mine")
        self.refused(73, "cannot create 's-0002.png'", *frames, "0:0.2", "-o", "s.png")
        self.assertEqual([p.name for p in Path(self.folder).glob("s-*")], ["s-0002.png"])
        Path(self.folder, "s-0002.png").unlink()

    def test_a_picture_that_cannot_be_written_is_no_success(self):
        for ending, code in (("png", 74), ("pdf", 74), ("eps", 74)):
            part = Path(self.folder, f"full.{ending}.part")
            part.symlink_to("/dev/full")  # every byte is one too many
            self.refused(code, f"cannot write 'full.{ending}'", "--render", "out/blocks", "-o", f"full.{ending}",
                         "--size", "64x64")
            self.assertFalse(part.is_symlink())
        Path(self.folder, "folder.png").mkdir()
        self.refused(73, "cannot create 'folder.png': Is a directory", "--render", "out/blocks", "-o", "folder.png",
                     "--size", "64x64")
        for ending in ("png", "pdf", "eps", "gif", "mp4"):
            self.refused(73, f"cannot create '/nowhere/y.{ending}'", "--render", "out/blocks", "-o",
                         f"/nowhere/y.{ending}", "--size", "64x64")
        self.assertFalse(list(Path(self.folder).glob("full.*")) + list(Path(self.folder).glob("*.part")))

    def test_a_batch_run_opens_no_library_of_pictures(self):
        done = run(self.folder, "--version", LD_DEBUG="files", LD_DEBUG_OUTPUT=str(Path(self.folder, "ld")))
        self.assertIn("viewer: OpenGL", done.stdout)
        opened = "".join(p.read_text() for p in Path(self.folder).glob("ld.*"))
        self.assertIn("libpng", opened)
        for name in ("libEGL", "libGL", "libcairo", "glut"):
            self.assertNotIn(name, opened)


def store():
    STORED.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        make_results(folder)
        for name, options in PICTURES.items():
            done, path = draw(folder, name, options)
            print(done.stdout or done.stderr, end="")
            shutil.copy(path, STORED)


if __name__ == "__main__":
    if sys.argv[1:] == ["--store"]:
        store()
    else:
        unittest.main()
