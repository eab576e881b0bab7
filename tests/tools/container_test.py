#!/usr/bin/env python3
"""Checks of the Containerfile that need no network: its instructions, that their shell commands are
sound, that they name what the repository has, and that the packages it installs are those that cpack makes.

The image itself is built where podman, buildah or docker is; docs/quick-start.md says how."""

import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INSTRUCTIONS = {"FROM", "COPY", "WORKDIR", "RUN", "ENTRYPOINT", "CMD"}


def instructions():
    """(word, rest) of each instruction, continued lines joined."""
    text = re.sub(r"^\s*#.*\n", "", (ROOT / "Containerfile").read_text(), flags=re.M)
    lines = re.sub(r"\\\n", " ", text).splitlines()
    return [tuple(line.split(None, 1)) for line in lines if line.strip()]


def commands():
    """Shell commands of RUN, without the options of the instruction."""
    return [re.sub(r"^(--\S+\s+)+", "", rest) for word, rest in instructions() if word == "RUN"]


class Containerfile(unittest.TestCase):
    def test_instructions_are_known_and_stages_begin_with_the_debian_of_the_tests(self):
        found = instructions()
        self.assertLessEqual({word for word, _ in found}, INSTRUCTIONS)
        self.assertEqual(found[0][0], "FROM")
        bases = [rest.split()[0] for word, rest in found if word == "FROM"]
        self.assertEqual(set(bases), {"docker.io/library/debian:12-slim"})

    def test_shell_commands_are_sound(self):
        self.assertEqual(len(commands()), 2)
        for command in commands():
            done = subprocess.run(["sh", "-n", "-c", command], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_setup_is_asked_for_groups_that_there_are(self):
        groups = set(re.findall(r"^\[(\w+)\]", (ROOT / "cfg/packages-debian.txt").read_text(), re.M))
        asked = set(re.findall(r"--with (\w+)", commands()[0]))
        self.assertTrue(asked)
        self.assertLessEqual(asked, groups)
        self.assertIn('"name": "release"', (ROOT / "CMakePresets.json").read_text())
        self.assertTrue((ROOT / "tools/setup").stat().st_mode & 0o100)

    def test_packages_that_cpack_makes_are_installed(self):
        made = set(re.findall(r"CPACK_DEBIAN_\S+_PACKAGE_NAME (\S+)\)", (ROOT / "cfg/SolfecPackages.cmake").read_text()))
        installed = set(re.findall(r"/packages/([a-z0-9-]+)_\*\.deb", commands()[1]))
        self.assertEqual(installed, {"solfec", "solfec-mpi", "python3-solfec"})
        self.assertLessEqual(installed, made)

    def test_nothing_that_was_built_here_is_copied(self):
        ignored = set((ROOT / ".containerignore").read_text().split())
        self.assertLessEqual({"build", "out"}, ignored)


if __name__ == "__main__":
    unittest.main()
