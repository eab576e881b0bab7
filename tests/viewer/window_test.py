"""The window of the viewer under Xvfb, driven by xdotool through the tutorial of the manual (chapter 5): open, step, run,
pick, export, seek; pictures against stored ones. Without Xvfb and xdotool it fails, as whoever asks for it wants it done.

    window_test.py                 tests
    window_test.py --store         makes the stored pictures anew (look at them)
    window_test.py --figures DIR   makes those of docs/viewer.md
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from PIL import Image

from structural_similarity import grey, similarity
from window_driver import Display, Window

ROOT = Path(__file__).resolve().parents[2]
STORED = Path(__file__).resolve().parent / "stored"
PROGRAM = os.environ.get("SOLFEC_PROGRAM", str(ROOT / "build/release/bin/solfec"))
MPI_PROGRAM = os.environ.get("SOLFEC_MPI_PROGRAM", "")
TUTORIAL = ROOT / "inp/tutorial/three-basic-geometric-objects.py"
FOLDER = "out/tutorial/three-basic-geometric-objects"
LEAST = 0.97  # similarity to the stored picture: another driver puts edges a little elsewhere
WIDTH, HEIGHT = 480, 400
STORE = "--store" in sys.argv


def info(folder, path):
    done = subprocess.run([PROGRAM, "--info", path], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


class Windows(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.display = Display(WIDTH, HEIGHT)

    @classmethod
    def tearDownClass(cls):
        cls.display.close()
        shutil.rmtree(cls.folder)

    def open(self, *words):
        window = Window(self.display, PROGRAM, self.folder, "-q", "-g", f"{WIDTH}x{HEIGHT}", *words)
        self.addCleanup(window.stop)
        return window

    def check(self, picture, name):
        """Against a stored picture, as similar as other drivers make it."""
        path = Path(self.folder, name + ".png")
        picture.save(path)
        stored = STORED / f"window-{name}.png"
        if STORE:
            picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=128).save(stored, optimize=True)
        like = similarity(grey(path), grey(stored))
        self.assertGreater(like, LEAST, f"{name}: {like}")

    def unlike(self, one, other):
        one.save(Path(self.folder, "one.png"))
        other.save(Path(self.folder, "other.png"))
        return similarity(grey(Path(self.folder, "one.png")), grey(Path(self.folder, "other.png")))


class Scripts(Windows):
    def test_actions_of_a_script_are_performed(self):
        script = Path(self.folder, "actions.py")
        script.write_text(f"exec (open ({str(TUTORIAL)!r}).read ())\nif VIEWER ():\n"
                          "  VIEWER_ACTION ('export.png', 'before.png')\n  VIEWER_ACTION ('view.top')\n"
                          "  VIEWER_ACTION ('export.png', 'top.png')\n  VIEWER_ACTION ('quit')\n")
        done = subprocess.run([PROGRAM, "-q", "-v", "-g", f"{WIDTH}x{HEIGHT}", script], cwd=self.folder, text=True,
                              capture_output=True, timeout=120, env=self.display.environment)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        before, top = (Image.open(Path(self.folder, name + ".png")).convert("RGB") for name in ("before", "top"))
        self.assertEqual(top.size, (WIDTH, HEIGHT))
        self.assertLess(self.unlike(before, top), 0.9)


class Tutorial(Windows):
    def test_1_open_step_run_pick_export(self):
        window = self.open("-v", "-w", TUTORIAL)
        opened = window.steady()
        self.check(opened, "opened")
        window.key("space")
        self.assertEqual(self.display.do("getwindowname", window.id), "solfec: " + FOLDER)
        window.steady()
        self.assertTrue(Path(self.folder, FOLDER, "frames.0.xdr").exists())
        window.key("Return")
        window.wait_for(lambda: "t = 0 to 1.0" in info(self.folder, FOLDER), "the end of the run", 120)
        ran = window.steady()
        self.check(ran, "ran")
        window.click(WIDTH // 2 + 20, int(0.42 * HEIGHT))
        picked = window.steady()
        self.check(picked, "picked")
        window.key("Escape", "S")
        window.type("model.png")
        window.wait_for(lambda: Path(self.folder, "model.png").exists(), "the picture")
        with Image.open(Path(self.folder, "model.png")) as picture:
            self.assertEqual(picture.size, (WIDTH, HEIGHT))
        window.key("Q")
        self.assertEqual(window.end(), 0)

    def test_2_read_seek_menu_film(self):
        window = self.open("-v", TUTORIAL)
        window.steady()
        window.key("Up")
        window.type("0.3")
        sought = window.steady()
        window.key("Right")
        self.assertLess(self.unlike(sought, window.steady()), 1.0)
        window.key("Left", "Escape")
        # results > displacements > dz: rows of 20 pixels, columns beside each other
        window.click(5, 5, button=3)
        window.move(30, 5 + 20 * 5 + 10)
        menu = window.steady()
        window.move(140, 5 + 20 * 5 + 10)
        window.move(250, 5 + 20 * 5 + 10)
        window.click(250, 5 + 20 * 7 + 10)
        dz = window.steady()
        self.check(menu, "menu")
        self.check(dz, "dz")
        window.drag(11, HEIGHT - 6, WIDTH - 11, HEIGHT - 6)  # the slider, to the end
        self.assertLess(self.unlike(dz, window.steady()), 0.97)
        window.key("F")
        window.type("fall.mp4")
        for _ in range(5):
            window.key("Left")
        window.key("Return")
        window.steady()
        window.key("F")
        window.wait_for(lambda: Path(self.folder, "fall.mp4").exists(), "the film")
        for name in ("page.pdf", "page.eps", "page.bmp"):
            window.click(5, 5, button=3)
            window.move(30, 5 + 20 * 7 + 10)
            window.steady()
            row = {"page.pdf": 1, "page.eps": 2, "page.bmp": 3}[name]
            window.click(140, 5 + 20 * (7 + row) + 10)
            window.type(name)
            window.wait_for(lambda path=name: Path(self.folder, path).exists(), name)
        self.assertEqual(Path(self.folder, "page.pdf").read_bytes()[:5], b"%PDF-")
        with Image.open(Path(self.folder, "page.bmp")) as picture:
            self.assertEqual(picture.size, (WIDTH, HEIGHT))
        window.process.send_signal(signal.SIGTERM)
        self.assertEqual(window.end(), 143)

    def test_3_a_folder_needs_no_script_and_closing_the_window_ends_the_program(self):
        window = self.open("-v", FOLDER)
        window.steady()
        window.key("End", "i", "question")
        self.check(window.steady(), "help")
        window.close()
        self.assertEqual(window.end(), 0)


class Scripts(Windows):
    def write(self, name, text):
        Path(self.folder, name).write_text(text)
        return name

    def test_two_runs_and_history_after_run(self):
        script = self.write("two.py", """
s = SOLFEC ('DYNAMIC', 1E-3, 'out/two')
b = BULK_MATERIAL (s, density = 1E3)
BODY (s, 'RIGID', SPHERE ((0, 0, 0), 1, 1, 1), b, label = 'ball')
GRAVITY (s, (0, 0, -10))
assert VIEWER ()
gs = GAUSS_SEIDEL_SOLVER (1E-6, 100)
RUN (s, gs, 0.1)
RUN (s, gs, 0.2)
print (HISTORY (s, [(s, 'KINETIC')], 0, 1))
raise ValueError ('not reached')
""")
        window = self.open("-v", script)
        window.steady()
        window.key("Return")
        window.wait_for(lambda: "t = 0 to 0.3" in self.info_or_nothing("out/two"), "the end of both")
        said = window.said()
        self.assertIn("two.py:9: RUN: the viewer computes it after the one before", said)
        self.assertIn("two.py:10: HISTORY: nothing is computed yet; the script ends here", said)
        self.assertIn("RUN number 2", info(self.folder, "out/two"))
        window.key("Q")
        self.assertEqual(window.end(), 0)

    def info_or_nothing(self, path):
        done = subprocess.run([PROGRAM, "--info", path], cwd=self.folder, capture_output=True, text=True, check=False)
        return done.stdout

    def test_steps_without_a_run_are_those_of_the_penalty_solver(self):
        model = """
s = SOLFEC ('DYNAMIC', 1E-3, 'out/{0}')
b = BULK_MATERIAL (s, density = 1E3)
SURFACE_MATERIAL (s, model = 'SPRING_DASHPOT', friction = 0.3, spring = 1E6, dashpot = 1E3)
BODY (s, 'OBSTACLE', SPHERE ((0, 0, -1), 1, 1, 1), b)
BODY (s, 'RIGID', SPHERE ((0, 0, 0.999), 1, 1, 1), b)
GRAVITY (s, (0, 0, -10))
"""
        script = self.write("bare.py", model.format("bare"))
        other = self.write("penalty.py", model.format("penalty") + "RUN (s, PENALTY_SOLVER (), 5E-3)\n")
        window = self.open("-v", script)
        window.steady()
        window.key(*["space"] * 5)
        window.steady()
        window.key("Q")
        self.assertEqual(window.end(), 0)
        subprocess.run([PROGRAM, "-q", other], cwd=self.folder, check=True, capture_output=True)
        energies = "import sys, solfec_results as r; f = r.open (sys.argv [1]); print (f.times)"
        times = [subprocess.run([sys.executable, "-c", energies, path], cwd=self.folder, text=True, check=True,
                                capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT / "python")}).stdout
                 for path in ("out/bare", "out/penalty")]
        self.assertEqual(*times)

    def test_a_running_folder_is_followed_and_an_error_is_shown(self):
        script = self.write("long.py", """
s = SOLFEC ('DYNAMIC', 1E-3, 'out/long')
b = BULK_MATERIAL (s, density = 1E3)
BODY (s, 'OBSTACLE', SPHERE ((0, 0, -9), 1, 1, 1), b)
BODY (s, 'RIGID', SPHERE ((0, 0, 0), 1, 1, 1), b)
GRAVITY (s, (0, 0, -1))
OUTPUT (s, 0.05)
import time
def wait (): time.sleep (0.1); return 1
CALLBACK (s, 0.05, (), wait) if False else CALLBACK (s, 0.05, s, lambda solfec: wait ())
RUN (s, GAUSS_SEIDEL_SOLVER (1E-6, 100), 3.0)
""")
        run = subprocess.Popen([PROGRAM, "-q", script], cwd=self.folder, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
        try:
            end = time.time() + 20
            while not self.info_or_nothing("out/long") and time.time() < end:
                time.sleep(0.1)
            window = self.open("--watch", "out/long")
            first = self.display.picture()
            time.sleep(3)
            self.assertLess(self.unlike(first, self.display.picture()), 1.0)  # the ball has fallen on
        finally:
            errors = run.communicate()[1]
        self.assertEqual(run.returncode, 0, errors)
        window.steady()
        window.key("Q")
        self.assertEqual(window.end(), 0)

    def test_results_of_ranks_show_their_ranks(self):
        if not MPI_PROGRAM:
            self.skipTest("without solfec-mpi")
        words = ["mpirun", "--oversubscribe", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1", "-np", "4"]
        if os.geteuid() == 0:
            words.insert(1, "--allow-run-as-root")
        done = subprocess.run([*words, MPI_PROGRAM, "-q", "-s", "4", ROOT / "inp/cubes.py", "4"], cwd=self.folder,
                              capture_output=True, text=True, check=False, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        window = self.open("-v", "-s", "4", ROOT / "inp/cubes.py", "4")
        window.key("End")
        window.click(5, 5, button=3)
        window.move(30, 5 + 20 * 3 + 10)
        window.steady()
        window.click(150, 5 + 20 * (3 + 5) + 10)  # kinds of > body ranks
        self.check(window.steady(), "ranks")
        window.key("Q")
        self.assertEqual(window.end(), 0)


def make_figures(target):
    """Pictures of docs/viewer.md."""
    folder = tempfile.mkdtemp()
    subprocess.run([PROGRAM, "-q", TUTORIAL], cwd=folder, check=True, capture_output=True)
    display = Display(760, 560)

    def figure(name, *keys, click=None):
        window = Window(display, PROGRAM, folder, "-q", "-g", "760x560", "-v", TUTORIAL)
        window.steady()
        window.key("Up")
        window.type("0.3")
        for key in keys:
            window.key(key)
        if click:
            window.click(*click)
        picture = window.steady()
        picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=128).save(Path(target, name), optimize=True)
        window.key("Q")
        window.end()

    figure("viewer-panel.png", *["plus"] * 6, click=(340, 140))
    figure("viewer-help.png", "i", "question")
    display.close()
    shutil.rmtree(folder)


if __name__ == "__main__":
    if "--figures" in sys.argv:
        make_figures(sys.argv[-1])
    else:
        unittest.main(argv=[word for word in sys.argv if word != "--store"])
