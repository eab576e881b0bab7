"""Every script of docs/tutorial.md runs, prints what the page says, and is at most 30 lines long."""

from document import *

NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
# Lines whose numbers are not repeated by another machine: a wall that falls apart, grains, a rounding error.
CHAOTIC = ("one-point", "447 grains", "slider within")
RUN_LINES = ("solver: ", "errors of velocity: ", "against a sample ")  # of a RUN, which -q leaves out


def blocks_of(text):
    """The blocks of a text: the command first, then what it prints."""
    return re.findall(r"^```\n(.*?)^```$", text, re.M | re.S)


def words_of(line):
    """What is left of a line without its numbers and the width of its blanks."""
    return NUMBER.sub("#", " ".join(line.split()))


def says(line, printed):
    """Whether a line of the page has the words of a printed one, and its numbers to 2 % or one digit."""
    if words_of(line) != words_of(printed):
        return False
    if printed.startswith(CHAOTIC):
        return True
    return all(abs(float(a) - float(b)) <= 0.02 * abs(float(b)) + last_digit(b)
               for a, b in zip(NUMBER.findall(line), NUMBER.findall(printed)))


def last_digit(number):
    return 10.0 ** -len(number.partition(".")[2])


class Tutorial(DocumentTest):
    document = "tutorial.md"

    def test_every_script_runs_and_prints_what_the_page_says(self):
        self.assertEqual(len(self.scripts), 7)
        after = re.split(r"^```python\n.*?^```$", self.text, flags=re.M | re.S)[1:]
        for k, script in enumerate(self.scripts):
            with self.subTest(script=re.search(r"out/tutorial/\w+", script).group()):
                self.assertLessEqual(len([line for line in script.splitlines() if line.strip()]), 30)
                printed = self.run_script(k).splitlines()
                said = [line for line in blocks_of(after[k])[1].splitlines() if not line.startswith(RUN_LINES)]
                self.assertGreater(len(said), 0)
                for line in said:
                    self.assertTrue(any(says(line, other) for other in printed), line)
                if EMBEDDED:  # -q: nothing but the lines of the script, warnings and the progress of a study
                    own = [line for line in printed if not line.startswith(("solfec: ", "study: "))]
                    self.assertEqual(len(own), len(said), own)

    def test_a_stopped_hopper_goes_on_to_the_same_bytes(self):
        if not EMBEDDED:
            self.skipTest("options belong to the program")
        script = next(text for text in self.scripts if "out/tutorial/hopper" in text)
        stopped = self.run_program("-q", "--max-walltime", "1", script=script)
        self.assertIn(stopped.returncode, (0, 75), stopped.stderr)
        for words in ("-q", "-c"), ("-q", "-o", "out/whole"):
            done = self.run_program(*words, "input.py")
            self.assertEqual(done.returncode, 0, done.stderr)
        continued, whole = (Path(self.folder, "out", folder, "frames.0.xdr").read_bytes()
                            for folder in ("tutorial/hopper", "whole"))
        self.assertEqual(continued, whole)

    def test_pictures_and_links_are_there(self):
        self.check_links(least=20)


if __name__ == "__main__":
    main()
