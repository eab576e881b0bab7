"""Scripts of docs/joints.md run: the pendulum with its motors, the strut with its motors."""

from document import *


class JointsDocument(DocumentTest):
    document = "joints.md"

    def joined(self, parts):
        """Runs some scripts of the page as one, and returns the numbers of the line that it prints."""
        self.scripts = ["".join(self.scripts[part] for part in parts)]
        lines = self.run_script(0).splitlines()
        printed = [line for line in lines if re.match(r"-?\d", line)]
        self.assertEqual(len(printed), 1, lines)
        return printed[0].split()

    def test_the_pendulum_stands_at_its_stop(self):
        self.assertEqual(len(self.scripts), 4)
        angle = float(self.joined((0, 2))[0])
        self.assertAlmostEqual(angle, 1, 6)

    def test_the_strut_steers_and_lifts(self):
        self.scripts = [*self.scripts]
        self.scripts[1] += "cross = UNIVERSAL (wheel, None, (0, 0, 0.3), (0, 0, 1), (1, 0, 0))\n"
        angle, travel, motor, force = (float(x) for x in self.joined((1, 3))[:4])
        self.assertAlmostEqual(angle, 0.3, 3)   # exp (-10) of the way is left
        self.assertTrue(-0.12 < travel < 0.08)
        self.assertAlmostEqual(force, 900, 6)
        self.assertAlmostEqual(motor, 2, 1)     # what friction takes

    def test_what_it_links_to_is_there(self):
        self.check_links()


if __name__ == "__main__":
    main()
