"""Every script of docs/models.md runs, is at most 20 lines long and has the pictures that it shows."""

from document import *


class Models(DocumentTest):
    document = "models.md"

    def test_every_script_runs(self):
        self.assertGreaterEqual(len(self.scripts), 10)
        for k, script in enumerate(self.scripts):
            with self.subTest(script=re.search(r"out/models/[\w-]+", script).group()):
                lines = [line for line in script.splitlines() if line.strip()]
                self.assertLessEqual(len(lines), 20)
                self.run_script(k)

    def test_pictures_and_links_are_there(self):
        self.check_links()


if __name__ == "__main__":
    main()
