#!/usr/bin/env python3
"""A release of Debian, bare as debootstrap makes it, builds the program and its packages by the commands of the
documents; a second bare one installs the packages with apt and tries them.

usage: chroot_test.py RELEASE      bookworm (Debian 12) or trixie (Debian 13)

Root is needed, and a mirror of Debian: SOLFEC_DEBIAN_MIRROR, else the one in the apt sources of this machine. The exit code
is 77 where root, debootstrap or the mirror is missing. SOLFEC_CHROOT_CACHE names a folder that keeps downloaded packages,
compiled files, the packages that were made and a picture from one run to the next; each release has a folder in it.

Both roots lie in a temporary folder. Mounts are made in a mount namespace of each command and vanish with it."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = 77  # SKIP_RETURN_CODE of tests/CMakeLists.txt
RELEASES = {"bookworm": "12", "trixie": "13"}
PROXIES = {name: value for name, value in os.environ.items() if name.lower() in ("http_proxy", "https_proxy", "no_proxy")}
IN_NAMESPACES = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private")

# Run by the shell of this machine: $1 is the root, $2 the folder with downloads and compiled files, $3 a command.
ENTER = """
mount -t proc proc "$1/proc"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$1/dev/pts"
mount -t tmpfs tmpfs "$1/dev/shm"
mount --bind "$2/apt" "$1/var/cache/apt/archives"
mkdir -p "$1/root/.cache/ccache"
mount --bind "$2/ccache" "$1/root/.cache/ccache"
exec chroot "$1" /bin/bash -euo pipefail -c "$3"
"""

# A ball on a floor, whose last step becomes a file: the HDF5 library is opened at run time and has another name in each release.
STORED_PROBLEM = """
solfec = SOLFEC('DYNAMIC', 1e-3, 'out/drop')
bulk = BULK_MATERIAL(solfec, density=2e3)
SURFACE_MATERIAL(solfec, friction=0.5)
BODY(solfec, 'OBSTACLE', SPHERE((0, 0, -1), 1, 1, 1), bulk)
BODY(solfec, 'RIGID', SPHERE((0, 0, 0.1), 0.1, 1, 1), bulk)
GRAVITY(solfec, (0, 0, -9.81))
RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.01)
EXPORT_CONTACT_PROBLEM(solfec, 'step.hdf5')
"""

COUNT_COLOURS = """
import matplotlib.image, numpy
picture = matplotlib.image.imread('arch.png')
print(picture.shape[:2], len(numpy.unique(picture[..., :3].reshape(-1, 3), axis=0)), 'colours')
"""


def mirror_of_this_machine():
    """Address of Debian's main archive: SOLFEC_DEBIAN_MIRROR, else that of the first source of apt; "" without any."""
    given = os.environ.get("SOLFEC_DEBIAN_MIRROR")
    if given or not shutil.which("apt-get"):
        return given or ""
    targets = subprocess.run(["apt-get", "indextargets", "--format", "$(LABEL) $(REPO_URI)"], text=True,
                             capture_output=True, check=False).stdout
    found = re.search(r"^Debian (https?://\S+)$", targets, re.M)
    return found[1].rstrip("/") if found else ""


def why_not(release, mirror):
    """What is missing for this test, as a sentence; "" when nothing is."""
    if os.geteuid() != 0:
        return "Only root can make a chroot."
    for program in ("debootstrap", "unshare", "chroot"):
        if not shutil.which(program):
            return f"The program {program} is not installed."
    if not Path("/usr/share/debootstrap/scripts", release).exists():
        return f"The installed debootstrap does not know {release}."
    if subprocess.run([*IN_NAMESPACES, "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True,
                      check=False).returncode != 0:
        return "This system does not allow mount namespaces."
    if not mirror:
        return "The apt sources of this machine name no mirror of Debian, and SOLFEC_DEBIAN_MIRROR is not set."
    try:
        with urllib.request.urlopen(f"{mirror}/dists/{release}/InRelease", timeout=30):
            return ""
    except OSError as error:
        return f"The mirror {mirror} does not answer with {release}: {error}."


class Chroot:
    def __init__(self, root, cache, release):
        self.root, self.cache, self.release = root, cache, release

    def run(self, command, timeout=1200):
        """Output of a command of the shell in this root; AssertionError when the command fails."""
        environment = {"HOME": "/root", "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                       "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive", **PROXIES}
        begin = time.monotonic()
        done = subprocess.run([*IN_NAMESPACES, "/bin/sh", "-euc", ENTER, "sh", self.root, self.cache, command], text=True,
                              env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=timeout, check=False)
        print(f"{time.monotonic() - begin:6.0f} s  {self.release}: {command.strip().splitlines()[-1]}", flush=True)
        if done.returncode != 0:
            raise AssertionError(f"exit code {done.returncode} of: {command}\n{done.stdout[-8000:]}")
        return done.stdout


class DebianRelease(unittest.TestCase):
    release = mirror = ""  # set by main

    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory(prefix="solfec-chroot-", ignore_cleanup_errors=True)
        cls.addClassCleanup(scratch.cleanup)
        folder = Path(scratch.name)
        cls.cache = Path(os.environ.get("SOLFEC_CHROOT_CACHE") or folder / "cache").resolve() / cls.release
        for part in ("apt/partial", "ccache", "bootstrap", "made"):
            (cls.cache / part).mkdir(parents=True, exist_ok=True)
        begin = time.monotonic()
        done = subprocess.run([*IN_NAMESPACES, "debootstrap", "--variant=minbase",
                               f"--cache-dir={cls.cache / 'bootstrap'}", cls.release, folder / "build", cls.mirror],
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        assert done.returncode == 0, done.stdout[-4000:]
        print(f"{time.monotonic() - begin:6.0f} s  {cls.release}: debootstrap", flush=True)
        shutil.copy("/etc/resolv.conf", folder / "build/etc/resolv.conf")
        subprocess.run(["cp", "-a", folder / "build", folder / "user"], check=True)
        cls.builder = Chroot(folder / "build", cls.cache, cls.release)
        cls.user = Chroot(folder / "user", cls.cache, cls.release)
        cls.build_packages()

    @classmethod
    def build_packages(cls):
        """The commands of README.md and docs/quick-start.md; the packages go to the folder /packages of the second root."""
        shutil.copytree(ROOT, cls.builder.root / "source", symlinks=True,
                        ignore=lambda folder, names: {"__pycache__"} & set(names)
                        | ({"build", "out", ".git"} & set(names) if Path(folder) == ROOT else set()))
        cls.first_run = cls.builder.run("cd /source; tools/run inp/masonry/arch.py -q", 5400)
        first_log = (cls.builder.root / "source/build/release.log").read_text()
        cls.builder.run("apt-get install -y --no-install-recommends dpkg-dev file help2man")
        cls.build_log = first_log + cls.builder.run(
            "cd /source; tools/setup --with mpi --with viewer --verbose release", 5400)
        cls.builder.run("cd /source/build/release; cpack -G DEB -B /packages")
        (cls.user.root / "packages").mkdir()
        for path in sorted((cls.builder.root / "packages").glob("*.deb")):
            shutil.copy(path, cls.user.root / "packages")
            shutil.copy(path, cls.cache / "made")
        cls.user.run("apt-get update; apt-get install -y /packages/*.deb", 2400)
        (cls.user.root / "trial").mkdir()

    def in_trial(self, command):
        return self.user.run(f"cd /trial; {command}")

    def test_bare_system_is_of_this_release(self):
        self.assertEqual(self.user.run("cut -d. -f1 /etc/debian_version").strip(), RELEASES[self.release])

    def test_first_command_of_the_readme_builds_and_runs(self):
        self.assertIn("it stands", self.first_run)

    def test_build_has_no_warnings(self):
        self.assertNotRegex(self.build_log, r"(?i)warning")

    def test_packages_are_those_that_the_documents_name(self):
        names = {path.name.split("_")[0] for path in (self.user.root / "packages").glob("*.deb")}
        self.assertEqual(names, {"solfec", "solfec-mpi", "python3-solfec", "solfec-doc"})
        self.assertEqual(self.user.run("dpkg --audit"), "")
        self.assertNotIn("not found", self.user.run("ldd /usr/bin/solfec /usr/bin/solfec-mpi"))
        self.assertTrue((self.user.root / "usr/share/man/man1/solfec.1").exists()
                        or (self.user.root / "usr/share/man/man1/solfec.1.gz").exists())

    def test_self_test_holds(self):
        self.assertIn("answers of 10 scenes hold", self.in_trial("solfec --selftest"))

    def test_example_runs_and_is_drawn(self):
        self.assertIn("it stands", self.in_trial("solfec --example arch -q"))
        self.in_trial("solfec --render out/masonry/arch --chains --view front -o arch.png")
        (self.user.root / "trial/colours.py").write_text(COUNT_COLOURS)
        found = re.match(r"\(768, 1024\) (\d+) colours", self.in_trial("python3 colours.py"))
        self.assertTrue(found)
        self.assertGreater(int(found[1]), 50)
        shutil.copy(self.user.root / "trial/arch.png", self.cache / "made")

    def test_two_ranks_compute_what_one_reads(self):
        cubes = "-q /usr/share/solfec/inp/cubes.py -- 3"
        self.in_trial(f"mpirun --allow-run-as-root --oversubscribe --bind-to none -np 2 solfec-mpi {cubes}")
        self.assertIn("ranks: 2", (self.user.root / "trial/out/cubes/log").read_text())
        self.assertIn("27 cubes: at the end", self.in_trial(f"solfec {cubes}"))

    def test_stored_problem_is_written_and_solved(self):
        (self.user.root / "trial/drop.py").write_text(STORED_PROBLEM)
        self.in_trial("solfec -q drop.py")
        self.assertIn("status=OK", self.in_trial("solfec --solve step.hdf5"))

    def test_ordinary_python_has_the_language(self):
        self.assertIn("SPHERE", self.in_trial(
            "python3 -c 'import solfec, solfec_results, solfec.quake, solfec.mesh; print(solfec.SPHERE((0, 0, 0), 1, 1, 1))'"))


def main(words):
    if len(words) != 1 or words[0] not in RELEASES:
        print(f"usage: chroot_test.py {'|'.join(RELEASES)}", file=sys.stderr)
        return 64
    DebianRelease.release, DebianRelease.mirror = words[0], mirror_of_this_machine()
    reason = why_not(DebianRelease.release, DebianRelease.mirror)
    if reason:
        print(f"skipped: {reason}")
        return SKIPPED
    return 0 if unittest.main(argv=[sys.argv[0]], exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    sys.exit(main(sys.argv[1:]))
