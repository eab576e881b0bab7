"""Every argument of every command with wrong values: an error at the line of the call, no crash.

Each command has one good call by keywords. From it come, for every argument: left out, misspelt,
wrong type, NaN, infinity, negative, zero, empty, huge, another object; further: too many arguments,
an argument twice.
"""

import itertools
import math

import manual_names
from support import *

SLOW = "SOLFEC_UNTIMED" in os.environ  # an instrumented program
NAN = float("nan")
INF = float("inf")
WRONG = {
    "string": "nonsense",
    "nothing": None,
    "dict": {},
    "object": object(),
    "nan": NAN,
    "inf": -INF,
    "negative": -1.5,
    "huge": 10 ** 400,
    "large": 2 ** 31,
    "empty list": [],
    "nan list": [NAN] * 8,
    "string list": ["a", "b", "c"],
    "short list": [1],
    "nested list": [[1, 2], [3, 4]],
    "bytes": b"abc",
    "complex": 1j,
    "function": len,
    "type": BODY,
}


class Calls(dict):
    """Maps each command to a function of its good keywords, which is called for those that are asked for."""

    def __getitem__(self, command):
        return super().__getitem__(command)()

    def items(self):
        return [(command, self[command]) for command in self]


class Sample:
    """Objects for calls that are refused, or for one that is not; `calls` maps each command to its good keywords."""

    def __init__(self, test):
        self.solfec = solfec = test.new_solfec()
        bulk = BULK_MATERIAL(solfec, label="bulk")
        body = BODY(solfec, "RIGID", SPHERE((0, 0, 0), 1, 1, 1), bulk, "ball")
        other = BODY(solfec, "PSEUDO_RIGID", SPHERE((5, 0, 0), 1, 1, 1), bulk)
        mesh = BODY(solfec, "FINITE_ELEMENT",
                    TRANSLATE(HEX(CUBE, 2, 1, 1, 1, [1] * 6), (20, 0, 0)), bulk, "unit")
        mate = BODY(solfec, "RIGID", SPHERE((40, 0, 0), 1, 1, 1), bulk)
        solver = GAUSS_SEIDEL_SOLVER(1e-3, 10)
        point = (0, 0, 0)
        series = TIME_SERIES([0, 0, 1, 1])
        self.calls = Calls({
            CONVEX: lambda: dict(vertices=CUBE, faces=CUBE_FACES, volid=1, convex=cube()),
            HULL: lambda: dict(points=CUBE, volid=1, surfid=1, convex=cube()),
            MESH: lambda: dict(nodes=CUBE, elements=[8, 0, 1, 2, 3, 4, 5, 6, 7, 1], surfids=1),
            MESH2CONVEX: lambda: dict(mesh=HEX(CUBE, 1, 1, 1, 1, [1] * 6)),
            MESH_SPLIT: lambda: dict(mesh=HEX(CUBE, 2, 1, 1, 1, [1] * 6), nodeset=[1, 4], faceset=[[1, 4, 7, 10]],
                             surfid1=1, surfid2=2),
            TETRAHEDRALIZE: lambda: dict(shape=HEX(CUBE, 1, 1, 1, 1, [1] * 6), path=os.path.join(test.folder, "filled.msh"),
                                 volume=0.1, quality=2, volid=1, surfid=1),
            ELLIP_MESH: lambda: dict(center=point, radii=(1, 2, 3), error=0.1, volid=1, surfid=1),
            HEX: lambda: dict(nodes=CUBE, i=1, j=1, k=2, volid=1, surfids=[1] * 6,
                      dx=[1], dy=[1], dz=[1, 2]),
            ROUGH_HEX: lambda: dict(shape=cube(), i=1, j=2, k=2, dx=[1], dy=[1, 2], dz=[1, 2]),
            BOX: lambda: dict(corner=point, sizes=(1, 2, 3), volid=1, surfids=[1] * 6),
            PRISM: lambda: dict(polygon=[(0, 0, 0), (1, 0, 0), (0, 1, 0)], axis=(0, 0, 1), volid=1,
                        surfids=1),
            CYLINDER: lambda: dict(base=point, axis=(0, 0, 1), radius=1, facets=8, volid=1, surfids=1),
            PLANE: lambda: dict(point=point, normal=(0, 0, 1), size=5, volid=1, surfid=1, thickness=1),
            PIPE: lambda: dict(pnt=point, dir=(0, 0, 1), rin=1, thi=0.5, ndri=1, nrad=8, nthi=1, volid=1,
                       surfids=[1] * 4),
            SPHERE: lambda: dict(center=point, radius=1, volid=1, surfid=1,
                         sphere=SPHERE(point, 1, 1, 1)),
            ELLIP: lambda: dict(center=point, radii=(1, 2, 3), volid=1, surfid=1),
            ROD: lambda: dict(base=point, axis=(0, 0, 1), radius=1, volid=1, surfid=1),
            BORE: lambda: dict(base=point, axis=(0, 0, 1), radius=1, thickness=0.1, volid=1, surfid=1),
            COPY: lambda: dict(shape=cube()),
            SCALE: lambda: dict(shape=cube(), coefs=(1, 2, 3)),
            TRANSLATE: lambda: dict(shape=cube(), vector=(1, 2, 3)),
            ROTATE: lambda: dict(shape=cube(), point=point, vector=(0, 0, 1), angle=30),
            SPLIT: lambda: dict(shape=cube(), point=(0.5, 0.5, 0.5), normal=(0, 0, 1), surfid=7,
                        topoadj="OFF", remesh="ON"),
            BEND: lambda: dict(shape=HEX(CUBE, 1, 1, 1, 1, [1] * 6), point=(0, 0, -1),
                       direction=(0, 1, 0), angle=30),
            OVERLAPPING: lambda: dict(obstacles=cube(), shapes=[cube((0.5, 0, 0)), cube((3, 0, 0))], invert="NOT",
                              gap=-0.1),
            MASS_CENTER: lambda: dict(shape=cube()),
            SOLFEC: lambda: dict(analysis="DYNAMIC", step=1e-3, output=os.path.join(test.folder, "new")),
            SURFACE_MATERIAL: lambda: dict(solfec=solfec, surf1=1, surf2=2, model="SPRING_DASHPOT",
                                   label="a", friction=0.1, cohesion=1, restitution=0.5,
                                   spring=1e6, dashpot=1, hpow=1.5, tension=1, normal_energy=1,
                                   tangential_energy=1, normal_stiffness=1, tangential_stiffness=1,
                                   dynamic_friction=0, rolling=0, press_speed=0.1),
            BULK_MATERIAL: lambda: dict(solfec=solfec, model="VON_MISES", label="b", young=1e6,
                                poisson=0.3, density=1e3, yield_stress=1e3, hardening=1e4),
            BODY: lambda: dict(solfec=solfec, kind="RIGID", shape=cube(), material=bulk, label="c",
                       form="TL", mesh=HEX(CUBE, 1, 1, 1, 1, [1] * 6), element="LINEAR",
                       base=([1.0], [0.0, 1.0, 0.0] * 8)),
            TIME_SERIES: lambda: dict(points=[0, 1, 2, 3], label="a", cache=0),
            GRAVITY: lambda: dict(solfec=solfec, vector=(0, 0, -10)),
            FORCE: lambda: dict(body=body, kind="SPATIAL", point=point, direction=(0, 0, 1),
                        value=lambda *a: (0,) * 9, data=1),
            TORQUE: lambda: dict(body=body, kind="CONVECTED", direction=(0, 0, 1), value=1),
            PRESSURE: lambda: dict(body=mesh, surfid=1, value=1),
            SIMPLIFIED_CRACK: lambda: dict(body=mesh, point=(20.25, 0.5, 0.5), normal=(1, 0, 0), surfid=[7, 8],
                                   criterion="TENSILE", topoadj="ON", ft=1, Gf=1),
            INITIAL_VELOCITY: lambda: dict(body=body, linear=point, angular=point),
            TAKE_MOTION: lambda: dict(body=mesh, source=body),
            BODY_CHARS: lambda: dict(body=body, mass=1, volume=1, center=point,
                             tensor=(1, 0, 0, 0, 1, 0, 0, 0, 1)),
            FIX_POINT: lambda: dict(body=body, point=point, strength=5),
            FIX_DIRECTION: lambda: dict(body=body, point=point, direction=(0, 0, 1), body2=other,
                                point2=(5, 0, 0)),
            SET_DISPLACEMENT: lambda: dict(body=body, point=point, direction=(0, 0, 1), tms=series),
            SET_VELOCITY: lambda: dict(body=body, point=point, direction=(0, 0, 1), value=1.5),
            SET_ACCELERATION: lambda: dict(body=body, point=point, direction=(0, 0, 1), tms=series),
            SET_DISPLACEMENT3: lambda: dict(body=body, point=point, base=(1, 0, 0, 0, 1, 0, 0, 0, 1),
                                    tms=(series, series, series)),
            SET_VELOCITY3: lambda: dict(body=body, point=point, base=(1, 0, 0, 0, 1, 0, 0, 0, 1),
                                tms=(1, 2, series)),
            SET_ACCELERATION3: lambda: dict(body=body, point=point, base=(1, 0, 0, 0, 1, 0, 0, 0, 1),
                                    tms=(series, series, series)),
            PUT_RIGID_LINK: lambda: dict(body1=body, body2=other, point1=point, point2=(5, 0, 0), strength=5),
            PUT_SPRING: lambda: dict(body1=body, point1=point, body2=other, point2=(5, 0, 0), function=1e6,
                             limits=(-1, 1), direction=(1, 0, 0), update="FIXED"),
            BALL: lambda: dict(body1=body, body2=other, point=point, contact="ON"),
            HINGE: lambda: dict(body1=body, body2=mate, point=point, axis=(0, 0, 1), limits=(-1, 1),
                        friction=1, spring=10, damper=1, contact="ON"),
            SLIDER: lambda: dict(body1=body, body2=mate, point=point, axis=(0, 0, 1), limits=(-1, 1),
                         friction=1, spring=10, damper=1, contact="ON"),
            CYLINDRICAL: lambda: dict(body1=body, body2=mate, point=point, axis=(0, 0, 1),
                              limits=(-1, 1), friction=1, spring=10, damper=1,
                              travel_limits=(-1, 1), travel_friction=1, travel_spring=10,
                              travel_damper=1, contact="ON"),
            UNIVERSAL: lambda: dict(body1=body, body2=mate, point=point, axis1=(0, 0, 1),
                            axis2=(1, 0, 0), limits=(-1, 1), friction=1, spring=10, damper=1,
                            limits2=(-1, 1), friction2=1, spring2=10, damper2=1, contact="ON"),
            WELD: lambda: dict(body1=body, body2=mate, point=point, contact="ON"),
            GAUSS_SEIDEL_SOLVER: lambda: dict(epsilon=1e-3, maxiter=10, meritval=1e-3, failure="CALLBACK",
                                      diagepsilon=1e-6, diagmaxiter=10, diagsolver="EXACT",
                                      data=1, callback=len, acceleration="OFF", accuracy=1e-6),
            PENALTY_SOLVER: lambda: dict(variant="EXPLICIT"),
            NEWTON_SOLVER: lambda: dict(meritval=1e-6, maxiter=20, variant="FIXED_POINT", locdyn="ON",
                                linver="GMRES", linmaxiter=10, maxmatvec=100, epsilon=0.25, delta=0,
                                theta=0.25, omega=1e-9, gsflag="ON", reldelta="avgWii", accuracy=(1e-4, "GH")),
            TEST_SOLVER: lambda: dict(meritval=1e-6, maxiter=20, maxmatvec=100, linmaxiter=10, epsilon=0.25,
                              delta=0, omega=1e-9),
            BODY_SPACE_SOLVER: lambda: dict(meritval=1e-6, maxiter=20, accuracy="AUTO"),
            INTERIOR_POINT_SOLVER: lambda: dict(maxiter=20, accuracy=1e-5, meritval=1e-6, friction="CONVEX"),
            RUN: lambda: dict(solfec=solfec, solver=solver, duration=1e-3),
            TIME_LOOP: lambda: dict(solfec=solfec, solver=solver, duration=1e-3),
            OUTPUT: lambda: dict(solfec=solfec, interval=0.1, compression="ON", contacts=5),
            EXTENTS: lambda: dict(solfec=solfec, extents=(-9, -9, -9, 9, 9, 9)),
            CALLBACK: lambda: dict(solfec=solfec, interval=1, data=1, callback=len),
            GEOMETRIC_EPSILON: lambda: dict(epsilon=1e-4),
            CONTACT_PREDICTION: lambda: dict(solfec=solfec, distance=0.1),
            CONTACT_POINTS: lambda: dict(solfec=solfec, rule="PATCH"),
            CONTACT_BOUNCE: lambda: dict(solfec=solfec, speed=0.1),
            CONTACT_PROJECTION: lambda: dict(solfec=solfec, switch="OFF"),
            CONTACT_SPARSIFY: lambda: dict(solfec=solfec, threshold=0.1, minarea=0, mindist=1e-4),
            DELETE: lambda: dict(solfec=solfec, object=body),
            PARTITION: lambda: dict(body=mesh, parts=2),
            RT_SPLIT: lambda: dict(body1=mesh, surf=[[1, 4, 7, 10]], sid1=1, sid2=2, label1="a", label2="b"),
            BYLABEL: lambda: dict(solfec=solfec, kind="BODY", label="ball"),
            UNPHYSICAL_PENETRATION: lambda: dict(solfec=solfec, depth=0.1),
            MATERIAL: lambda: dict(solfec=solfec, body=body, volid=1, material=bulk),
            APPLY_BULKMAT: lambda: dict(solfec=solfec, body=body, volid=1, material=bulk),
            CONTACT_EXCLUDE_SURFACES: lambda: dict(solfec=solfec, surf1=1, surf2=2),
            CONTACT_EXCLUDE_BODIES: lambda: dict(body1=body, body2=other),
            CONTACT_EXCLUDE_OBJECTS: lambda: dict(body1=body, point1=point, body2=other,
                                          point2=(5, 0, 0)),
            IMBALANCE_TOLERANCE: lambda: dict(solfec=solfec, tolerance=1.3, lockdir="ON", degenratio=10,
                                      weightfactor=0.5, updatefreq=10, whole=100),
            LOCDYN_DUMP: lambda: dict(solfec=test.stepped, path=os.path.join(test.folder, "dump")),
            EXPORT_CONTACT_PROBLEM: lambda: dict(solfec=test.stepped,
                                         path=os.path.join(test.folder, "problem")),
            NCPU: lambda: dict(solfec=solfec),
            HERE: lambda: dict(solfec=solfec, object=body),
            VIEWER: dict,
            NON_SOLFEC_ARGV: dict,
            DURATION: lambda: dict(solfec=solfec),
            FORWARD: lambda: dict(solfec=solfec, steps=1),
            BACKWARD: lambda: dict(solfec=solfec, steps=1),
            SEEK: lambda: dict(solfec=solfec, time=1),
            DISPLACEMENT: lambda: dict(body=body, point=point),
            VELOCITY: lambda: dict(body=body, point=point),
            STRESS: lambda: dict(body=body, point=point, value="GAUSS"),
            ENERGY: lambda: dict(solfec=solfec, object=[body, other]),
            TIMING: lambda: dict(solfec=solfec, kind="CONDET"),
            HISTORY: lambda: dict(solfec=solfec, list=[(body, point, "DX"), "STEP"], t0=0, t1=1, skip=1,
                          progress="OFF", arrays="ON"),
            DISPLAY_POINT: lambda: dict(body=body, point=point, label="tip"),
            RANK: dict,
            BARRIER: dict,
            SUBDIR: dict,
            REGISTER_CALLBACK: lambda: dict(callback=len, data=1),
            WARNINGS: lambda: dict(solfec=solfec, state="OFF"),
            RENDER: lambda: dict(solfec=solfec, object=[body, other]),
            VIEWER_ACTION: lambda: dict(name="view.top", answer="0.5"),
            XDMF_EXPORT: lambda: dict(solfec=solfec, time=1, path=os.path.join(test.folder, "xdmf"),
                              subset="ball", attributes=["DISP", "GAP"]),
            RIGID_DISPLACEMENTS: lambda: dict(body=mesh),
            BODY_MM_EXPORT: lambda: dict(body=mesh, pathM=os.path.join(test.folder, "M.mtx"),
                                 pathK=os.path.join(test.folder, "K.mtx"), spdM="ON", spdK="OFF"),
            INITIALIZE_STATE: lambda: dict(solfec=solfec, path=test.stepped.outpath, time=1e-3,
                                   subset="^ball"),
            RIGID_TO_FEM: lambda: dict(path=test.stepped.outpath, time=1e-3, solfec=solfec,
                               subset=["^unit"]),
            MODAL_ANALYSIS: lambda: dict(body=mesh, num=8, path=os.path.join(test.folder, "modes"),
                                 abstol=1e-9, maxiter=50, verbose="OFF"),
            REGISTER_BASE: lambda: dict(solfec=solfec, base=([1.0], [0.0, 0, 1] * mesh.mesh.nnod),
                                label="a base"),
            COROTATED_DISPLACEMENTS: lambda: dict(solfec=solfec, subset=mesh, sampling=0.1),
        })


LATER_NEWTON = manual_names.LATER_NEWTON.split()

# Values of WRONG that a command accepts, by argument: anything goes, or None leaves it out.
ACCEPTED = {
    "data": set(WRONG),
    "label": {"string"},
    "output": {"string"},
    "callback": {"function", "type", "nothing"},
    "value": {"negative", "function", "type", "large"},
    "surf1": {"nothing"}, "surf2": {"nothing"},
    "volid": set(), "surfid": set(),
    "convex": {"nothing"}, "sphere": {"nothing"}, "mesh": {"nothing"},
    "dx": {"nothing"}, "dy": {"nothing"}, "dz": {"nothing"},
    "body1": {"nothing"}, "body2": {"nothing"},
    "mass": {"large"}, "yield_stress": {"large"}, "hardening": {"large"}, "volume": {"large"},
    "angle": {"negative", "large"}, "time": {"negative", "large"}, "t0": {"negative"},
    "t1": {"large"}, "object": {"nothing", "empty list"}, "solfec": set(),
    "points": {"nested list"},
    "thickness": {"nothing"}, "function": {"function", "type", "large"}, "limits": {"nothing"}, "update": {"nothing"},
}
LARGE_IS_A_NUMBER = {"radius", "step", "young", "density", "friction", "cohesion", "spring", "tension",
                     "normal_energy", "tangential_energy", "normal_stiffness", "tangential_stiffness",
                     "dynamic_friction", "rolling", "press_speed",
                     "dashpot", "epsilon", "meritval", "diagepsilon", "duration", "interval",
                     "minarea", "mindist", "size", "thickness", "rin", "thi", "distance", "depth", "tolerance", "degenratio"}


def accepted(command, argument):
    names = set(ACCEPTED.get(argument, ()))
    if argument in LARGE_IS_A_NUMBER:
        names.add("large")
    if command is ENERGY and argument == "object":
        return {"nothing", "empty list"}
    if command in (CONTACT_EXCLUDE_BODIES, CONTACT_EXCLUDE_OBJECTS):
        return set()
    if command is XDMF_EXPORT:
        return {"time": {"negative", "large", "short list"}, "path": {"string"},
                "subset": {"nothing", "short list", "string list"},
                "attributes": {"nothing"}}.get(argument, set())
    if command is INITIALIZE_STATE:
        return {"string list"} if argument == "subset" else set()
    if command is RIGID_TO_FEM:
        return {"nothing"} if argument == "subset" else set()
    if command in (LOCDYN_DUMP, EXPORT_CONTACT_PROBLEM) and argument == "path":
        return {"string"}
    if command is MODAL_ANALYSIS and argument == "path":
        return {"string", "nothing"}
    if argument == "base" and command is BODY:
        return {"nothing"}
    if command is REGISTER_BASE and argument == "label":
        return {"string"}
    if command is COROTATED_DISPLACEMENTS:
        return {"subset": {"nothing"}, "sampling": {"nothing", "large", "short list"}}.get(argument, set())
    if command is BODY_MM_EXPORT and argument in ("pathM", "pathK"):
        return {"string"}
    if command in (DELETE, HERE) and argument == "object":
        return set()
    if command in (MESH2CONVEX, FIX_DIRECTION, RIGID_DISPLACEMENTS):
        return set()
    if command is MESH_SPLIT:
        return {"nodeset": {"nothing", "empty list", "short list"}, "faceset": {"nothing", "empty list"}}.get(argument, set())
    if command is TETRAHEDRALIZE:
        return {"path": {"string"}, "volume": {"nothing", "large"}, "quality": {"nothing", "large"},
                "volid": {"nothing"}, "surfid": {"nothing"}}.get(argument, set())
    if command is RT_SPLIT:
        return {"surf": {"empty list"}, "label1": {"string", "nothing"},
                "label2": {"string", "nothing"}}.get(argument, set())
    if command is OVERLAPPING:
        return {"invert": {"nothing"}, "gap": {"negative"}}.get(argument, set())
    if command is TIME_SERIES and argument == "cache":
        return set()
    if command is SPLIT and argument == "surfid":
        return {"short list"}
    if command is SIMPLIFIED_CRACK:
        return {"surfid": {"short list"}, "ft": {"large"}, "Gf": {"large"}}.get(argument, set())
    if command is BEND and argument == "angle":
        return {"large"}
    if command is BORE and argument == "thickness":
        return {"large"}
    if command in (MESH, BOX, PRISM, CYLINDER) and argument == "surfids":
        return {"short list"}
    if command is HEX and argument in ("dx", "dy") or command is ROUGH_HEX and argument == "dx":
        return {"nothing", "short list"}
    if command in (TORQUE, PRESSURE, SET_VELOCITY) and argument == "value":
        return {"negative", "large"}
    if command is CONTACT_EXCLUDE_SURFACES:
        return set()
    if command is TEST_SOLVER and argument in LATER_NEWTON:
        return {"nothing", "large"} if argument in ("delta", "omega") else (
            set() if argument == "epsilon" else {"nothing"})
    if command is NEWTON_SOLVER and argument in LATER_NEWTON:
        return {"nothing", "large"} if argument in ("delta", "omega") else {"nothing"}
    if command is STRESS and argument == "value":
        return set()
    if command is INTERIOR_POINT_SOLVER and argument == "friction":
        return set()  # a word, not a coefficient
    if command is VIEWER_ACTION and argument == "answer":
        return {"string", "nothing"}
    if command is RENDER and argument == "object":
        return {"empty list"}
    if argument == "accuracy" or command is CONTACT_BOUNCE and argument == "speed":
        return {"large"}
    if argument == "strength":
        return {"nothing", "large"}
    if argument == "updatefreq":
        return {"nothing"}
    if command is NCPU or command is WARNINGS and argument == "solfec":
        return {"nothing"}
    if command in (CALLBACK, REGISTER_CALLBACK) and argument == "callback":
        return {"function", "type"}
    if command is GAUSS_SEIDEL_SOLVER and argument == "callback":
        return {"function", "type"}  # failure = 'CALLBACK' needs one
    if command is HULL and argument == "points":
        return set()
    if command is BULK_MATERIAL and argument == "poisson":
        return set()
    if command in (HINGE, SLIDER, CYLINDRICAL, UNIVERSAL):
        resists = argument.replace("travel_", "").replace("2", "")
        own = {"limits": {"nothing"}, "spring": {"large", "nothing"}, "damper": {"large"},
               "friction": {"large"}}
        return own.get(resists, names)
    if argument == "label":
        return {"string", "nothing"} if command is not BYLABEL else {"string"}
    return names


# Values that are of the wrong type wherever they are not accepted.
WRONG_TYPES = {"dict", "object", "bytes", "complex", "type"}


def odd_objects(test):
    """A Sample, and by name objects that look right: used up, deleted, of another analysis, without constructor."""
    stranger = test.new_solfec()
    foreign_bulk = BULK_MATERIAL(stranger, label="foreign")
    foreign_body = test.new_ball(stranger, label="foreign ball")
    sample = Sample(test)
    solfec = sample.solfec
    gone = test.new_ball(solfec, (50, 0, 0))
    row = FIX_POINT(gone, (50, 0, 0))
    DELETE(solfec, row)
    DELETE(solfec, gone)
    shape = cube((60, 0, 0))
    mesh = HEX(CUBE, 1, 1, 1, 1, [1] * 6)
    sphere = SPHERE((70, 0, 0), 1, 1, 1)
    for used in (shape, mesh, sphere):
        BODY(solfec, "RIGID", used, "bulk")
    hollow = {"hollow " + kind.__name__: kind.__new__(kind)
              for kind in (BODY, SOLFEC, CONVEX, GAUSS_SEIDEL_SOLVER, TIME_SERIES)}
    return sample, {
        "foreign body": foreign_body, "foreign material": foreign_bulk,
        "foreign constraint": FIX_POINT(foreign_body, (0, 0, 1)), "deleted body": gone,
        "deleted constraint": row, "used convex": shape, "used mesh": mesh, "used sphere": sphere,
        "list of used": [cube(), shape], "deep list": [[[cube()]]], **hollow}


# Odd objects that are good after all, by command and argument; "data" takes anything.
GOOD_OBJECTS = {
    **{(name, "shape"): {"deep list"}
       for name in ("COPY", "SCALE", "TRANSLATE", "ROTATE", "BODY", "SPLIT", "ROUGH_HEX")},
    ("OVERLAPPING", "obstacles"): {"deep list"}, ("OVERLAPPING", "shapes"): {"deep list"},
    ("MASS_CENTER", "shape"): {"deep list", "foreign body"},
    ("FORCE", "body"): {"foreign body"}, ("TORQUE", "body"): {"foreign body"},
    **{(name, "body"): {"foreign body"}
       for name in ("FIX_POINT", "SET_DISPLACEMENT", "SET_VELOCITY", "SET_ACCELERATION",
                    "SET_DISPLACEMENT3", "SET_VELOCITY3", "SET_ACCELERATION3")},
    ("INITIAL_VELOCITY", "body"): {"foreign body"}, ("BODY_CHARS", "body"): {"foreign body"},
    ("HERE", "object"): {"foreign body", "foreign constraint", "deleted body",
                         "deleted constraint"},
}


class WrongInput(LanguageTest):
    def setUp(self):
        super().setUp()
        import warnings
        warnings.simplefilter("ignore")
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)  # commands that accept any path write here
        self.stepped = self.new_solfec()
        self.new_ball(self.stepped, (0, 0, 0), kind="OBSTACLE")
        self.new_ball(self.stepped, (0, 0, 0.9999), label="ball")
        BODY(self.stepped, "RIGID", TRANSLATE(HEX(CUBE, 2, 1, 1, 1, [1] * 6), (20, 0, 0)), "bulk", "unit")
        RUN(self.stepped, GAUSS_SEIDEL_SOLVER(1e-6, 100), 1e-3)

    def call(self, command, keywords):
        return command(**keywords)

    def check_refused(self, command, keywords, what, kinds=(TypeError, ValueError, RuntimeError)):
        try:
            self.call(command, keywords)
        except kinds as error:
            pattern = r"^wrong_input_test\.py:\d+: %s: ." % command.__name__
            path = re.sub(r"^\S*/", "", str(error))
            self.assertRegex(path, pattern, "%s(%s)" % (command.__name__, what))
        except BaseException as error:
            self.fail("%s(%s): %r" % (command.__name__, what, error))
        else:
            self.fail("%s(%s) is accepted" % (command.__name__, what))

    def commands(self):
        return list(Sample(self).calls)

    def fresh(self, command):
        """Good keywords for a command, with new objects: a call may empty them."""
        return Sample(self).calls[command]

    def test_every_command_has_a_good_call(self):
        import manual_names
        names = {command.__name__ for command in self.commands()}
        self.assertEqual(names, set(manual_names.COMMANDS) - {"CONSTRAINT", "JOINT", "MOTOR", "ROWS"})
        for command in self.commands():
            self.call(command, self.fresh(command))

    def test_the_good_calls_use_every_argument_of_the_table(self):
        import inspect
        for command, keywords in Sample(self).calls.items():
            self.assertEqual(list(keywords), list(inspect.signature(command).parameters),
                             command.__name__)

    def test_objects_that_look_right_are_refused_where_they_are_wrong(self):
        count = 0
        sample, odd = odd_objects(self)
        for command in self.commands():
            for argument in sample.calls[command]:
                if argument == "data":
                    continue
                good = GOOD_OBJECTS.get((command.__name__, argument), set())
                for name in list(odd):
                    count += 1
                    keywords = sample.calls[command]
                    keywords[argument] = odd[name]
                    what = "%s=%s" % (argument, name)
                    with self.subTest(command=command.__name__, what=what):
                        if name in good:
                            command(**keywords)
                            sample, odd = odd_objects(self)
                        else:
                            self.check_refused(command, keywords, what)
        self.assertGreater(count, 1000)

    def test_wrong_types_are_type_errors(self):
        sample = Sample(self)
        for command in self.commands():
            for argument in sample.calls[command]:
                for name in sorted(WRONG_TYPES - accepted(command, argument)):
                    keywords = sample.calls[command]
                    keywords[argument] = WRONG[name]
                    with self.subTest(command=command.__name__, what=argument + "=" + name):
                        self.check_refused(command, keywords, name, kinds=(TypeError,))

    def test_arguments_in_another_order_show_the_right_one(self):
        told = 0
        sample = Sample(self)
        for command in self.commands():
            names = list(sample.calls[command])
            order = ", ".join(name + r"(=[^,()]*)?" for name in names)
            for i, j in itertools.combinations(range(len(names)), 2):
                values = list(sample.calls[command].values())
                values[i], values[j] = values[j], values[i]
                with self.subTest(command=command.__name__, swapped=(names[i], names[j])):
                    try:
                        command(*values)
                        sample = Sample(self)  # its objects are used up
                    except TypeError as error:
                        if not re.search(r": '(%s)' must be .*, got " % "|".join(names), str(error)):
                            continue  # about an entry of a list or the state of an object
                        self.assertRegex(str(error), r"; the arguments are \(%s\)$" % order)
                        told += 1
                    except (ValueError, RuntimeError):
                        pass  # of the right type, but no good value
        self.assertGreater(told, 300)

    def test_the_program_exits_with_2_for_a_wrong_call_of_every_command(self):
        script = """
import os, sys
sys.path.insert(0, %r)
import wrong_input_test

class Test:
    folder = os.getcwd()
    def new_solfec(self):
        return SOLFEC("DYNAMIC", 1e-3, "out")
    stepped = property(new_solfec)

keywords = wrong_input_test.Sample(Test()).calls[%s]
keywords[%r] = {}
%s(**keywords)
"""
        here = os.path.dirname(os.path.abspath(__file__))
        for command in self.commands()[::3] if SLOW else self.commands():
            arguments = [name for name in self.fresh(command) if name != "data"]
            if not arguments:
                continue
            name = command.__name__
            with self.subTest(command=name):
                done = self.run_program("-q", script=script % (here, name, arguments[-1], name))
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertRegex(done.stderr.rstrip().split("\n")[-1], r"^input\.py:14: %s: ." % name)
                self.assertFalse(os.path.exists(os.path.join(self.folder, "out")))

    def test_positional_calls_mean_the_same(self):
        for command in self.commands():
            command(*self.fresh(command).values())

    def test_wrong_values_of_every_argument(self):
        count = 0
        sample = Sample(self)
        for command in self.commands():
            for argument in sample.calls[command]:
                for name, value in WRONG.items():
                    if name in accepted(command, argument):
                        continue
                    keywords = sample.calls[command]
                    keywords[argument] = value
                    what = "%s=%s" % (argument, name)
                    with self.subTest(command=command.__name__, what=what):
                        self.check_refused(command, keywords, what)
                    count += 1
        self.assertGreater(count, 1000)

    def test_accepted_odd_values_do_no_harm(self):
        for command in self.commands():
            for argument in self.fresh(command):
                for name in sorted(accepted(command, argument)):
                    if command is RUN:
                        continue  # would run for ages
                    if command is PUT_SPRING and argument == "function" and name == "function":
                        continue  # is asked at once, and len takes one argument only
                    keywords = self.fresh(command)
                    if command is FORCE and argument == "value":
                        del keywords["data"]  # belongs to functions
                    keywords[argument] = WRONG[name]
                    if os.path.exists("nonsense"):
                        os.remove("nonsense")  # what another command wrote is not written over
                    with self.subTest(command=command.__name__, argument=argument, name=name):
                        command(**keywords)

    def test_misspelt_arguments_name_the_right_one(self):
        sample = Sample(self)
        for command in self.commands():
            for argument in sample.calls[command]:
                if len(argument) < 4 or (command is PIPE and argument == "nthi"):
                    continue  # 'tnhi' is as near to 'thi'
                keywords = sample.calls[command]
                misspelt = argument[1] + argument[0] + argument[2:]
                keywords[misspelt] = keywords.pop(argument)
                with self.assertRaisesRegex(TypeError, r"unknown keyword '%s' \(did you mean '%s'\?"
                                            % (misspelt, argument)):
                    self.call(command, keywords)

    def test_missing_arguments_are_named(self):
        import inspect
        sample = Sample(self)
        for command in self.commands():
            for name, parameter in inspect.signature(command).parameters.items():
                if parameter.default is not inspect.Parameter.empty:
                    continue
                keywords = sample.calls[command]
                del keywords[name]
                with self.assertRaisesRegex(TypeError, "missing argument '%s'" % name):
                    self.call(command, keywords)

    def test_too_many_and_repeated_arguments(self):
        for command in self.commands():
            values = list(self.fresh(command).values())
            with self.assertRaisesRegex(TypeError, ": %s: takes " % command.__name__):
                command(*values, 1)
            if values:
                first = next(iter(self.fresh(command)))
                with self.assertRaisesRegex(TypeError, "argument '%s' is given twice" % first):
                    command(values[0], **{first: values[0]})

    def test_constraints_cannot_be_made(self):
        self.assert_refused(RuntimeError, "CONSTRAINT: ", lambda: CONSTRAINT())
        self.assert_refused(TypeError, "CONSTRAINT: takes no arguments", lambda: CONSTRAINT(1))

    def test_finite_elements_need_one_mesh_and_what_there_is_of_forms(self):
        keywords = self.fresh(BODY)
        keywords["kind"] = "FINITE_ELEMENT"
        keywords.pop("mesh", None)
        mesh = lambda: HEX([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1],
                           1, 1, 1, 1, [1] * 6)
        for shape in (SPHERE((0, 0, 0), 1, 1, 1), [mesh(), mesh()]):
            keywords["shape"] = shape
            self.assert_refused(ValueError, "BODY: 'shape' of a FINITE_ELEMENT body must be "
                                "exactly one MESH", lambda: BODY(**keywords))
        for shape in (mesh(), SPHERE((0, 0, 0), 1, 1, 1)):
            wrong = dict(keywords, shape=shape, mesh=mesh())
            self.assert_refused(ValueError, "BODY: 'shape' must be CONVEX objects when the "
                                "argument .mesh. gives a background mesh", lambda: BODY(**wrong))
        wrong = dict(keywords, shape=cube(size=2.0), mesh=mesh())
        self.assert_refused(ValueError, "BODY: .*hold 1 m.3 of the shape, which has 8 m.3",
                            lambda: BODY(**wrong))
        self.assert_refused(TypeError, "ROUGH_HEX: 'shape' must be a CONVEX",
                            lambda: ROUGH_HEX(mesh(), 1, 1, 1))
        self.assert_refused(ValueError, "ROUGH_HEX: 'i' ", lambda: ROUGH_HEX(cube(), 0, 1, 1))

    def test_elements_are_of_finite_elements_and_change_something(self):
        sample = Sample(self)
        keywords = dict(solfec=sample.solfec, kind="FINITE_ELEMENT", material="bulk")
        corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
        prism = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1]
        tetrahedron = lambda: MESH(corners, [4, 0, 1, 2, 3, 1], 1)
        wedge = lambda: MESH(prism, [6, 0, 1, 2, 3, 4, 5, 1], 1)
        self.assert_refused(ValueError, "BODY: 'element' must be 'LINEAR', 'BENDING' or 'MIXED', got 'BEND'",
                            lambda: BODY(**keywords, shape=wedge(), element="BEND"))
        for kind in ("RIGID", "PSEUDO_RIGID", "OBSTACLE"):
            wrong = dict(keywords, kind=kind, shape=cube(), element="MIXED")
            self.assert_refused(ValueError, "BODY: 'element' 'MIXED' is for FINITE_ELEMENT bodies, got " + kind,
                                lambda: BODY(**wrong))
        self.assert_refused(ValueError, "BODY: 'element' 'MIXED' changes hexahedra, wedges and pyramids only, "
                            "and this mesh has tetrahedra", lambda: BODY(**keywords, shape=tetrahedron(), element="MIXED"))
        self.assert_refused(ValueError, "BODY: 'element' 'BENDING' changes hexahedra only, and this mesh has wedges",
                            lambda: BODY(**keywords, shape=wedge(), element="BENDING"))
        hull, mesh = cube(), HEX(CUBE, 1, 1, 1, 1, [1] * 6)
        self.assert_refused(ValueError, "BODY: 'element' 'MIXED' needs a MESH as the shape of the body: parts of "
                            "elements of a background mesh are 'LINEAR'",
                            lambda: BODY(**keywords, shape=hull, mesh=mesh, element="MIXED"))
        BODY(**keywords, shape=wedge(), element="MIXED")
        BODY(**keywords, shape=HEX(CUBE, 1, 1, 1, 1, [1] * 6), element="BENDING")

    def test_rules_between_arguments(self):
        sample = Sample(self)
        solfec, body = sample.calls[HERE].values()
        obstacle = self.new_ball(solfec, (20, 0, 0), kind="OBSTACLE")
        soft = self.new_ball(solfec, (30, 0, 0), kind="PSEUDO_RIGID")
        cases = [
            (ValueError, "Cannot load an obstacle",
             lambda: FORCE(obstacle, "SPATIAL", (0, 0, 0), (0, 0, 1), 1)),
            (ValueError, "TORQUE: 'body' must be RIGID, got body 6",
             lambda: TORQUE(soft, "SPATIAL", (0, 0, 1), 1)),
            (ValueError, "Only regular finite element bodies can be partitioned: body 6",
             lambda: PARTITION(soft, 2)),
            (ValueError, "PRESSURE: 'body': Cannot load an obstacle", lambda: PRESSURE(obstacle, 1, 1)),
            (ValueError, "PRESSURE: 'surfid' must be the surface id of a face of body 6 .*, which has no faces, got 1$",
             lambda: PRESSURE(soft, 1, 1)),
            (ValueError, "PUT_RIGID_LINK: 'body1' or 'body2' must be a body that can move",
             lambda: PUT_RIGID_LINK(obstacle, None, (20, 0, 0), (0, 0, 0))),
            (ValueError, "must not both be None",
             lambda: PUT_RIGID_LINK(None, None, (0, 0, 0), (1, 0, 0))),
            (ValueError, "must be another body",
             lambda: PUT_RIGID_LINK(body, body, (0, 0, 0), (0.1, 0, 0))),
            (ValueError, "must not both be None",
             lambda: PUT_SPRING(None, (0, 0, 0), None, (1, 0, 0), 1, None)),
            (ValueError, "PUT_SPRING: 'point2' must not be 'point1'",
             lambda: PUT_SPRING(body, (0, 0, 0), None, (0, 0, 0), 1, None)),
            (ValueError, "PUT_SPRING: 'function' must not be negative, got -1 N/m",
             lambda: PUT_SPRING(body, (0, 0, 0), None, (1, 0, 0), -1, None)),
            (ValueError, r"PUT_SPRING: 'limits' must be \(lower <= 0, upper >= 0\), got \(1, 2\) m",
             lambda: PUT_SPRING(body, (0, 0, 0), None, (1, 0, 0), 1, (1, 2))),
            (ValueError, "PUT_SPRING: 'limits' must have 2 elements, got 3",
             lambda: PUT_SPRING(body, (0, 0, 0), None, (1, 0, 0), 1, (-1, 2, 3))),
            (ValueError, r"PUT_SPRING: 'limits' must be \(lower",
             lambda: PUT_SPRING(body, (0, 0, 0), None, (1, 0, 0), 1, (float("nan"), 2))),
            (ValueError, "PUT_SPRING: 'direction' must not be the zero vector",
             lambda: PUT_SPRING(body, (0, 0, 0), None, (1, 0, 0), 1, None, (0, 0, 0))),
            (ValueError, "PUT_SPRING: 'update': Invalid update direction kind.*'CONV3'",
             lambda: PUT_SPRING(body, (0, 0, 0), None, (1, 0, 0), 1, None, (1, 0, 0), "CONV3")),
            (ValueError, "PUT_SPRING: 'update' must not be 'CONV2', as 'body2' is None",
             lambda: PUT_SPRING(body, (0, 0, 0), None, (1, 0, 0), 1, None, (1, 0, 0), "CONV2")),
            (ValueError, "PUT_SPRING: 'update' belongs to a 'direction'",
             lambda: PUT_SPRING(body, (0, 0, 0), None, (1, 0, 0), 1, None, update="FIXED")),
            (ValueError, "FORCE: 'direction' must not be the zero vector",
             lambda: FORCE(body, "SPATIAL", (0, 0, 0), (0, 0, 0), 1)),
            (ValueError, "FIX_DIRECTION: 'direction' must not be the zero vector",
             lambda: FIX_DIRECTION(body, (0, 0, 0), (0, 0, 0))),
            (ValueError, "Rotation direction is zero",
             lambda: ROTATE(cube(), (0, 0, 0), (0, 0, 0), 1)),
            (ValueError, "FORCE: 'data' belongs to a function",
             lambda: FORCE(body, "SPATIAL", (0, 0, 0), (0, 0, 1), 1, data=2)),
            (ValueError, "'CALLBACK' needs a function",
             lambda: GAUSS_SEIDEL_SOLVER(1, 1, failure="CALLBACK")),
            (ValueError, "must have min < max", lambda: EXTENTS(solfec, (0, 0, 0, 1, 1, 0))),
            (ValueError, "'t1' must not be less", lambda: HISTORY(solfec, "STEP", 1, 0)),
            (ValueError, "BODY_CHARS: .*mass must be positive",
             lambda: BODY_CHARS(body, 0, 1, (0, 0, 0), (1, 0, 0, 0, 1, 0, 0, 0, 1))),
            (ValueError, "'kind' must be .*got 'RIGIT' .did you mean 'RIGID'",
             lambda: BODY(solfec, "RIGIT", cube(), "bulk")),
            (ValueError, "radius' must be a positive number, got -1 m",
             lambda: SPHERE((0, 0, 0), -1, 1, 1)),
            (ValueError, "must have 3 elements, got 2", lambda: SPHERE((0, 0), 1, 1, 1)),
            (ValueError, "'radii' must be positive, got 0 m", lambda: ELLIP((0, 0, 0), (1, 0, 2), 1, 1)),
            (ValueError, "'radii' must be positive, got -3 m",
             lambda: ELLIP((0, 0, 0), (1, 1, -3), 1, 1)),
            (ValueError, "radii", lambda: ELLIP((0, 0, 0), (1, float("nan"), 1), 1, 1)),
            (ValueError, "must have 3 elements, got 2", lambda: ELLIP((0, 0, 0), (1, 1), 1, 1)),
            (ValueError, "TIME_SERIES: .*increas", lambda: TIME_SERIES([0, 1, 0, 2])),
            (ValueError, "even number of elements", lambda: TIME_SERIES([0, 1, 2])),
            (TypeError, r"TIME_SERIES: 'label' must be a string, got a list; times and values stand in one list, \[t0, v0, "
             r"t1, v1, ...\] or \[\(t0, v0\), \(t1, v1\), ...\], which list \(zip \(times, values\)\) makes of two$",
             lambda: TIME_SERIES([0, 1, 2], [3, 4, 5])),
            (ValueError, "entry 0 has 3 numbers; times and values stand in one list", lambda: TIME_SERIES([[0, 1, 2], [3, 4, 5]])),
            (ValueError, "'points' must have pairs .time, value., entry 1 has 3 numbers$",
             lambda: TIME_SERIES([[0, 1], [2, 3, 4]])),
            (ValueError, "entry 1 has 1 number$", lambda: TIME_SERIES([[0, 1], [2]])),
            (TypeError, "'points' must have pairs .time, value., entry 1 is 3$", lambda: TIME_SERIES([(0, 1), 3])),
            (TypeError, "'points' must have numbers, entry 2 is a tuple$", lambda: TIME_SERIES([0, 1, (1, 2)])),
            (TypeError, "'points' must have pairs .time, value., entry 0 is 'a'$", lambda: TIME_SERIES(["a", "b"])),
            (TypeError, "'points' must be a list", lambda: TIME_SERIES(5)),
            (RuntimeError, "HULL: .*Failed to create convex hull",
             lambda: HULL([0] * 12, 1, 1)),
            (ValueError, "Vertex index out of bounds", lambda: cube().vertex(8)),
            (ValueError, "Vertex index out of bounds", lambda: cube().vertex(-1)),
        ]
        for kind, text, use in cases:
            self.assert_refused(kind, ".*" + text, use)

    def test_history_items_are_checked(self):
        sample = Sample(self)
        solfec, body = sample.calls[HERE].values()
        stranger = self.new_ball(self.new_solfec())
        bad = [1, (1,), (1, 2, 3, 4, 5), ("nobody", "KINETIC"), (body, "NONSENSE"), "NONSENSE",
               (body, (0, 0), "DX"), (body, (0, 0, NAN), "DX"), (body, (0, 0, 0), "DQ"),
               (body, (0, 0, 0), 7), ("nobody", (0, 0, 0), "DX"), (stranger, "KINETIC"),
               (stranger, (0, 0, 0), "DX"), (body, (0, 0, 0), None, "R"), (body, "x", None, "R"),
               (body, None, (1,), "R"), (body, None, (1, 2.5), "R"), (body, None, None, "DX"), []]
        for item in bad:
            for items in (item, [item]):
                self.assert_refused((TypeError, ValueError), "HISTORY: ",
                                    lambda: HISTORY(solfec, items, 0, 1))

    def test_members_refuse_wrong_values(self):
        sample = Sample(self)
        solfec, body = sample.calls[HERE].values()
        solver = sample.calls[RUN]["solver"]
        surface = SURFACE_MATERIAL(solfec)
        writable = {solfec: ["step", "verbose", "projection", "equilibrium", "impacts"],
                    body: ["conf", "velo", "selfcontact", "scheme", "damping", "disable_rotation"],
                    solver: ["epsilon", "maxiter", "meritval", "diagepsilon", "diagmaxiter",
                             "diagsolver", "reverse", "variant", "innerloops", "acceleration"],
                    NEWTON_SOLVER(): ["meritval", "maxiter", "variant", "nonmonlength",
                                      "linminiter", "resdec", *LATER_NEWTON[1:-1]],
                    BODY_SPACE_SOLVER(): ["meritval", "maxiter", "linminiter", "resdec", "smooth"],
                    INTERIOR_POINT_SOLVER(): ["maxiter", "meritval", "friction"],
                    surface: ["model", "friction", "cohesion", "restitution", "spring", "dashpot",
                              "hpow", "tension", "normal_energy", "tangential_energy", "normal_stiffness",
                              "tangential_stiffness", "dynamic_friction", "rolling", "press_speed"],
                    body.material: ["model", "young", "poisson", "density"]}
        for thing, names in writable.items():
            for name in names:
                before = getattr(thing, name)
                for label, value in WRONG.items():
                    if label == "large":
                        continue
                    self.assert_refused((TypeError, ValueError),
                                        "%s.%s: " % (type(thing).__name__, name),
                                        lambda: setattr(thing, name, value))
                self.assertEqual(getattr(thing, name), before)

    def test_all_other_members_are_read_only(self):
        sample = Sample(self)
        solfec, body = sample.calls[HERE].values()
        things = {solfec: ["analysis", "time", "mode", "constraints", "ncon", "bodies", "nbod",
                           "current_step", "outpath", "worst", "out_of_balance",
                           "repeats"],
                  body: ["kind", "label", "mass", "volume", "center", "tensor",
                         "constraints", "ncon", "id", "material", "element", "display_points"],
                  NEWTON_SOLVER(): ["locdyn", "error", "iters"],
                  FIX_POINT(body, (0, 0, 0)): ["kind", "R", "U", "V", "base", "point", "area", "gap",
                                               "merit", "adjbod", "matlab", "spair"],
                  sample.calls[RUN]["solver"]: ["failure", "error", "iters", "rerhist", "merhist",
                                                 "residual"],
                  cube(): ["nver"], HEX(CUBE, 1, 1, 1, 1, [1] * 6): ["nnod"],
                  SPHERE((0, 0, 0), 1, 1, 1): ["center", "radius"],
                  ELLIP((0, 0, 0), (1, 2, 3), 1, 1): ["center", "radii", "rot"],
                  TIME_SERIES([0, 1, 2, 3]): ["label", "times", "values"]}
        for thing, names in things.items():
            for name in names:
                self.assert_refused(ValueError, "%s.%s: Writing to a read-only member"
                                    % (type(thing).__name__, name), lambda: setattr(thing, name, 1))
        with self.assertRaises(AttributeError):
            body.shceme = "RIG_POS"


class OddObjects(LanguageTest):
    def test_numbers_that_raise_pass_their_error_on(self):
        class Rude:
            def __float__(self):
                raise KeyError("rude")

        with self.assertRaises(KeyError):
            SPHERE((0, 0, 0), Rude(), 1, 1)
        with self.assertRaises(KeyError):
            SPHERE((0, 0, Rude()), 1, 1, 1)

    def test_a_list_that_changes_while_it_is_read_does_no_harm(self):
        points = list(CUBE)

        class Eater:
            def __float__(self):
                points.clear()
                return 1.0

        points[3] = Eater()
        self.assertEqual(HULL(points, 1, 1).nver, 8)  # of what the list held at the call

    def test_a_list_that_holds_itself_is_refused(self):
        shapes = [cube()]
        shapes.append(shapes)
        self.assert_refused(TypeError, "TRANSLATE: ", lambda: TRANSLATE(shapes, (1, 0, 0)))

    def test_objects_without_their_constructor_are_refused(self):
        for kind in (BODY, SOLFEC, CONVEX, GAUSS_SEIDEL_SOLVER, CONSTRAINT):
            hollow = kind.__new__(kind)
            with self.assertRaises((TypeError, RuntimeError)):
                MASS_CENTER(hollow)


if __name__ == "__main__":
    main()
