"""Pictures of results, drawn by the program."""

import glob
import os
import shutil
import subprocess
import tempfile


def find_program():
    """Path of the program solfec: $SOLFEC_PROGRAM, that on the PATH, or the build beside this file."""
    named = os.environ.get("SOLFEC_PROGRAM")
    if named:
        return named
    on_path = shutil.which("solfec")
    if on_path:
        return on_path
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
    built = sorted(glob.glob(os.path.join(root, "build", "*", "bin", "solfec")))
    release = [path for path in built if os.sep + "release" + os.sep in path]
    if built:
        return (release or built)[0]
    raise FileNotFoundError("there is no program solfec: put it on the PATH or name it in "
                            "SOLFEC_PROGRAM")


PNG = b"\x89PNG\r\n\x1a\n"  # the first bytes of a file


class Picture:
    """A picture in PNG format; a notebook shows it where it is the value of a cell."""

    def __init__(self, data, text):
        self.data = data  # bytes of the file
        self.text = text

    def __repr__(self):
        return f"<Picture of {self.text}, {len(self.data)} bytes>"

    def _repr_png_(self):
        return self.data

    def save(self, path):
        """Writes the file; FileExistsError when the name belongs to a file that is no picture."""
        if os.path.isfile(path) and os.path.getsize(path) > 0:
            with open(path, "rb") as file:
                if file.read(len(PNG)) != PNG:
                    raise FileExistsError(f"{path}: exists and is no picture in PNG format; it is "
                                          "left as it is")
        with open(path, "wb") as file:
            file.write(self.data)


def render(folder, time=None, field=None, size=None, view=None, options=()):
    """Draws a results folder by solfec --render; RuntimeError with its message."""
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "picture.png")
        words = [find_program(), "--render", folder, "-o", path]
        if size is not None and not isinstance(size, str):
            size = "%dx%d" % tuple(size)
        for name, value in (("--time", time), ("--field", field), ("--size", size),
                            ("--view", view)):
            if value is not None:
                words += [name, str(value)]
        try:
            done = subprocess.run([*words, *map(str, options)], stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                  errors="replace")
        except OSError as error:
            raise RuntimeError(f"{words[0]} cannot be run: {error.strerror}") from None
        if done.returncode != 0 or not os.path.exists(path):
            said = done.stderr.strip().splitlines() or ["it says nothing"]
            raise RuntimeError(f"solfec --render ended with exit code {done.returncode}: {said[-1]}")
        with open(path, "rb") as file:
            return Picture(file.read(), folder)
