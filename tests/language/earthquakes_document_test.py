"""Every script of docs/earthquakes.md runs, and what the page links to is there."""

from document import *


class Earthquakes(DocumentTest):
    document = "earthquakes.md"

    def test_every_script_runs(self):
        self.assertEqual(len(self.scripts), 2)
        for k in range(len(self.scripts)):
            with self.subTest(script=k):
                self.assertNotIn("warning", self.run_script(k))

    def test_pictures_and_links_are_there(self):
        self.check_links(least=4)


if __name__ == "__main__":
    main()
