#!/usr/bin/env python3
"""tools/nightly in a tree of its own, where tools/setup, tools/test, ctest, gcovr and the fuzzers only note how they
were called: which steps run, and what becomes of one that fails."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TARGETS = ("container", "payload", "time_series", "stored_problem")


class Nightly(unittest.TestCase):
    def setUp(self):
        folder = Path(tempfile.mkdtemp(prefix="solfec-test-"))
        self.addCleanup(shutil.rmtree, folder)
        self.tree, self.noted = folder / "a tree", folder / "noted"
        for place in ("tools", "cfg", "build/fuzz/tests/fuzz", "programs"):
            (self.tree / place).mkdir(parents=True)
        for file in ("tools/nightly", "tools/test", "cfg/steps.sh"):
            shutil.copy(ROOT / file, self.tree / file)
        self.note("tools/setup")
        self.note("programs/ctest")
        self.note("programs/gcovr", "echo 'lines: 91.5% (1 out of 2)'")
        for target in TARGETS:
            self.note("build/fuzz/tests/fuzz/fuzz_" + target, "echo 'stat::number_of_executed_units: 4321'")

    def note(self, file, then=""):
        """A program that notes its words."""
        path = self.tree / file
        path.write_text("#!/bin/bash\nprintf '%%s\\n' '%s '\"$*\" >>'%s'\n%s\n" % (path.name, self.noted, then))
        path.chmod(0o755)

    def night(self, *steps):
        """Exit code, output and what was called."""
        environment = {**os.environ, "PATH": "%s:%s" % (self.tree / "programs", os.environ["PATH"]),
                       "SOLFEC_FUZZ_SECONDS": "7"}
        self.noted.write_text("")
        done = subprocess.run([str(self.tree / "tools/nightly"), *steps], capture_output=True, text=True,
                              env=environment, check=False)
        return done.returncode, done.stdout + done.stderr, self.noted.read_text().splitlines()

    def test_all_steps_run_and_the_summary_has_their_figures(self):
        self.note("tools/test")
        code, text, calls = self.night()
        self.assertEqual(code, 0, text)
        self.assertEqual([call for call in calls if call.startswith("test ")],
                         ["test --all release", "test sanitize", "test dev", "test tsan"])
        summary = text[text.index("== summary"):]
        for line in ("all tests, release", "tests, sanitize", "tests, dev", "tests, tsan", "coverage", "lines: 91.5%", "fuzz",
                     *("fuzz %s: 4321 inputs, no finding" % target for target in TARGETS)):
            self.assertIn(line, summary)
        for target in TARGETS:
            call = next(call for call in calls if call.startswith("fuzz_%s " % target))
            self.assertIn("-max_total_time=7 ", call)
            self.assertTrue(call.endswith("tests/fuzz/corpus/" + target), call)

    def test_steps_can_be_chosen(self):
        self.note("tools/test")
        code, _, calls = self.night("tsan")
        self.assertEqual((code, calls), (0, ["test tsan"]))

    def test_no_other_step_is_taken(self):
        code, text, calls = self.night("tsan", "fuzzy")
        self.assertEqual((code, calls), (2, []))
        self.assertIn("fuzzy", text)

    def test_a_failed_step_does_not_end_the_others(self):
        self.note("tools/test", "[[ $1 != dev ]]")
        code, text, calls = self.night("dev", "tsan")
        self.assertEqual((code, calls), (1, ["test dev", "test tsan"]))
        summary = text[text.index("== summary"):]
        self.assertRegex(summary, "tests, dev +FAILED")
        self.assertRegex(summary, "tests, tsan +ok")

    def test_the_summary_names_what_a_failed_step_found(self):
        """Thirty lines of it at most, and its figures after them: what stands above is seldom kept."""
        found = "src/%d.cpp:3:7: error: invalid case style"
        failed = " 7/99 Test #12: Slope.Slides ...........***Failed    0.14 sec"
        self.note("tools/test", "for i in $(seq 40); do printf '%s\\n' $i; done; echo '%s'; echo '98%% tests passed'; [[ $1 != dev ]]"
                  % (found, failed))
        code, text, _ = self.night("dev", "tsan")
        summary = text[text.index("== summary"):]
        self.assertEqual(code, 1)
        self.assertEqual(summary.count("invalid case style"), 30)
        self.assertIn("src/30.cpp:3:7", summary)
        self.assertEqual(summary.count("98% tests passed"), 2)
        self.note("tools/test", "echo '%s'; [[ $1 != dev ]]" % failed)
        _, text, _ = self.night("dev", "tsan")
        self.assertEqual(text[text.index("== summary"):].count("Slope.Slides"), 1)  # a step that passes shows none

    def test_a_finding_fails_and_other_targets_are_run(self):
        self.note("build/fuzz/tests/fuzz/fuzz_container", "echo 'ERROR: overflow'; exit 77")
        code, text, _ = self.night("fuzz")
        self.assertEqual(code, 1)
        self.assertIn("ERROR: overflow", text)
        self.assertIn("fuzz container: a finding", text)
        self.assertIn("fuzz stored_problem: 4321 inputs", text)

    def test_a_build_that_fails_is_no_figure(self):
        self.note("tools/setup", "exit 70")
        code, text, calls = self.night("coverage", "fuzz")
        self.assertEqual((code, len(calls)), (1, 2), text)

    def test_tools_test_hands_over(self):
        done = subprocess.run([str(self.tree / "tools/test"), "--nightly", "no_step"], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("no_step", done.stderr)


if __name__ == "__main__":
    unittest.main()
