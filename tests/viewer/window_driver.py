"""A display without a screen (Xvfb), a window of the viewer there, and hands (xdotool) and eyes for it."""

import ctypes
import os
import shutil
import struct
import subprocess
import tempfile
import time
from pathlib import Path

import numpy
from PIL import Image

MISSING = "there is no {}: install the group [look] of cfg/packages-debian.txt (tools/setup --with look)"


def need(program):
    path = shutil.which(program)
    if path is None:
        raise AssertionError(MISSING.format(program))
    return path


class Display:
    """Pixels are read from the file in which Xvfb keeps them, in the format of xwd."""

    def __init__(self, width, height):
        self.folder = tempfile.mkdtemp()
        read, write = os.pipe()
        need("xdotool")
        self.server = subprocess.Popen(
            [need("Xvfb"), "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-fbdir", self.folder,
             # a server that resets when its last window has gone refuses the next one meanwhile
             "-nolisten", "tcp", "-noreset"], pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as said:
            number = said.readline().strip()
        assert number, "Xvfb does not start"
        self.environment = {**os.environ, "DISPLAY": ":" + number, "LIBGL_ALWAYS_SOFTWARE": "1"}

    def close(self):
        self.server.terminate()
        self.server.wait()
        shutil.rmtree(self.folder)

    def picture(self):
        data = Path(self.folder, "Xvfb_screen0").read_bytes()
        head = struct.unpack(">25I", data[:100])
        size, width, height, line, colours = head[0], head[4], head[5], head[12], head[19]
        start = size + 12 * colours
        rows = numpy.frombuffer(data, numpy.uint8, line * height, start).reshape(height, line)
        pixels = rows[:, :4 * width].reshape(height, width, 4)
        return Image.fromarray(pixels[:, :, 2::-1].copy())

    def do(self, *words):
        done = subprocess.run(["xdotool", *map(str, words)], env=self.environment, capture_output=True, text=True,
                              check=False, timeout=60)
        return done.stdout.strip()


class Window:
    """The viewer in a window of a display."""

    def __init__(self, display, program, folder, *words):
        self.display = display
        self.errors = open(Path(folder, "errors.txt"), "w+")
        self.output = open(Path(folder, "output.txt"), "w+")
        self.process = subprocess.Popen([program, *map(str, words)], cwd=folder, env=display.environment,
                                        stdout=self.output, stderr=self.errors)
        self.id = ""
        self.wait_for(lambda: self.find(), "the window")

    def find(self):
        self.id = self.display.do("search", "--onlyvisible", "--name", "^solfec: ").split("\n")[0]
        return self.id != ""

    def wait_for(self, condition, what, seconds=60):
        end = time.time() + seconds
        while not condition():
            assert self.process.poll() is None, f"the viewer has ended before {what}: {self.said()}"
            assert time.time() < end, f"{what} does not come"
            time.sleep(0.1)

    def said(self):
        text = ""
        for file in (self.output, self.errors):
            file.seek(0)
            text += file.read()
        return text

    def key(self, *keys):
        for key in keys:
            self.display.do("key", "--window", self.id, key)

    def type(self, text):
        """Into a question that is open; what it proposes goes."""
        self.display.do("type", "--window", self.id, "--delay", "20", text)
        self.key("Return")

    def move(self, x, y):
        self.display.do("mousemove", "--window", self.id, x, y)

    def click(self, x, y, button=1):
        self.move(x, y)
        self.display.do("click", button)

    def drag(self, x, y, to_x, to_y):
        self.move(x, y)
        self.display.do("mousedown", 1)
        self.move((x + to_x) // 2, (y + to_y) // 2)
        self.move(to_x, to_y)
        self.display.do("mouseup", 1)

    def close(self):
        """What a window manager sends when the user closes the window: WM_DELETE_WINDOW."""
        x11 = ctypes.CDLL("libX11.so.6")
        for name in ("XOpenDisplay", "XInternAtom"):
            getattr(x11, name).restype = ctypes.c_void_p
        name = self.display.environment["DISPLAY"].encode()
        display = ctypes.c_void_p(x11.XOpenDisplay(name))
        atoms = [x11.XInternAtom(display, text, 0) for text in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW")]
        client_message = 33
        event = struct.pack("iLiPLLi4x5l", client_message, 0, 1, display.value, int(self.id), atoms[0], 32, atoms[1],
                            0, 0, 0, 0)
        x11.XSendEvent(display, ctypes.c_ulong(int(self.id)), 0, ctypes.c_long(0), event.ljust(192, b"\0"))
        x11.XCloseDisplay(display)

    def steady(self):
        """The picture, once it does not change any more."""
        before = None
        for _ in range(100):
            time.sleep(0.2)
            now = self.display.picture()
            drawn = now.getcolors(8) is None  # not the empty window
            if drawn and before is not None and now.tobytes() == before.tobytes():
                return now
            before = now
        raise AssertionError("the picture does not come to rest")

    def end(self, timeout=30):
        return self.process.wait(timeout)

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.errors.close()
        self.output.close()
