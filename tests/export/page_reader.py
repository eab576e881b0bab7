"""Reads a page of --export html: its elements by html.parser, its arrays by base64 and numpy. Shares no code with
the page's own scripts."""

import base64
import html.parser
import json

import numpy

COMMON = 10  # columns that every body begins with


class Elements(html.parser.HTMLParser):
    """Texts of the scripts of a page, and all attributes of its elements."""

    def __init__(self, text):
        super().__init__(convert_charrefs=False)
        self.scripts, self.attributes, self.inside = [], [], None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.attributes += [name for name, _ in attrs]
        if tag == "script":
            self.scripts.append([dict(attrs).get("id"), ""])
            self.inside = self.scripts[-1]

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, data):
        if self.inside is not None:
            self.inside[1] += data


class Page:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.elements = Elements(self.text)
        scripts = dict(self.elements.scripts)
        self.model = json.loads(scripts["model"])
        data = base64.b64decode(scripts["data"], validate=True)
        self.arrays = {name: numpy.frombuffer(data, "<" + kind, count, offset)
                       for name, (kind, offset, count) in self.model["arrays"].items()}
        self.frames = len(self.model["times"])
        self.bodies = {body["id"]: body for body in self.model["bodies"]}
        self.by_label = {body["label"]: body for body in self.model["bodies"]}

    def column(self, k):
        """Its value in each frame."""
        a = self.arrays
        if a["first"][k] < 0:
            return numpy.full(self.frames, a["lo"][k])
        code = a["code"][a["first"][k]:a["first"][k] + self.frames].astype(float)
        code[code == 65535] = numpy.nan
        return a["lo"][k] + a["step"][k] * code

    def columns(self, body, first, n):
        """frames x n, from the first-th column of a body on."""
        return numpy.stack([self.column(body["column"] + first + k) for k in range(n)], axis=1)

    def bound(self, body, first, n):
        """How much these columns may be off."""
        k = body["column"] + first
        return 0.5000001 * self.arrays["step"][k:k + n]

    def points(self, body):
        """Reference points of its vertices, n x 3."""
        first, count = body["vertices"]
        return self.arrays["vertices"][first:first + count].reshape(-1, 3) + numpy.array(body["center"])

    def contacts(self, frame):
        """Of a frame: ids of master and slave (0: not in the page), place among the joints of the two, point and R_N
        (n x 4), and how much the latter may be off (4)."""
        a = self.arrays
        first, end = a["contactFirst"][frame:frame + 2]
        lo, step = a["contactRange"].reshape(-1, 2, 4)[frame]
        ids = numpy.array([body["id"] for body in self.model["bodies"]] + [0])
        joints = a["contactJoints"].reshape(-1, 3)[a["contactJoint"][first:end]]
        values = lo + step * a["contactCode"].reshape(-1, 4)[first:end]
        return ids[joints[:, :2]], joints[:, 2], values, 0.5000001 * step
