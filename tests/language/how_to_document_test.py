"""Every message that docs/how-to.md explains stands in the sources, and what the page links to is there."""

from document import *

SOURCES = DOCS.parent / "src"


def pieces_of(message):
    """The constant texts of a message, between `...` and numbers."""
    return [text.strip() for text in re.split(r"\.\.\.|[-+]?\d[\d.e+-]*", message) if len(text.strip()) > 3]


class HowTo(DocumentTest):
    document = "how-to.md"

    def test_messages_stand_in_the_sources(self):
        texts = ["".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', path.read_text(encoding="utf-8")))
                 for path in sorted((SOURCES / "run").rglob("*.cpp"))]  # all texts of a file in a row
        messages = re.findall(r"^\| `([^`]+)` \|", self.text, re.M)
        self.assertGreater(len(messages), 8)
        for message in messages:
            for piece in pieces_of(message):
                self.assertTrue(any(piece in text for text in texts), piece)

    def test_two_runs_are_compared(self):
        ball = ("solfec = SOLFEC('DYNAMIC', %g, 'out/%s')\nbulk = BULK_MATERIAL(solfec)\n"
                "body = BODY(solfec, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), bulk)\n"
                "INITIAL_VELOCITY(body, (0, 0, %g), (0, 0, 0))\nRUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.1)\n")
        for name, step, speed in ("a", 0.1, 1.0), ("b", 0.05, 1.5):
            done = self.run_program("-q", script=ball % (step, name, speed))
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(self.scripts), 1)
        Path(self.folder, "compare.py").write_text(self.scripts[0])
        command = [PROGRAM, "-q"] if EMBEDDED else [sys.executable]
        said = subprocess.run([*command, "compare.py", "out/a", "out/b"], cwd=self.folder, text=True,
                              timeout=60, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
        self.assertIn("at t = 0.1 s body 1 is 0.05 m apart in the two runs, and has moved by 0.1 m", said)

    def test_links_are_there(self):
        self.check_links(least=10)


if __name__ == "__main__":
    main()
