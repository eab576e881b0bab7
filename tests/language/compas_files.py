"""JSON of COMPAS by hand: three blocks on a support, as its versions write them."""

BOXES = [((0.0, 0.0, -0.1), (2.1, 1.0, 0.0)), ((0.0, 0.0, 0.0), (1.0, 1.0, 1.0)),
         ((1.1, 0.0, 0.0), (2.1, 1.0, 1.0)), ((0.55, 0.0, 1.0), (1.55, 1.0, 2.0))]
FACES = [[0, 1, 2, 3], [0, 3, 5, 4], [3, 2, 6, 5], [2, 1, 7, 6], [1, 0, 4, 7], [4, 5, 6, 7]]
# of the joint between support and first block, which the file has
CORNERS = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [1.0, 0.0, 0.0]]
FORCES = [{"c_np": 10.0, "c_nn": 0.0, "c_u": 1.0, "c_v": -2.0},
          {"c_np": 20.0, "c_nn": 5.0, "c_u": 0.0, "c_v": 0.0},
          {"c_np": 30.0, "c_nn": 0.0, "c_u": 0.5, "c_v": 0.0},
          {"c_np": 40.0, "c_nn": 0.0, "c_u": 0.0, "c_v": 2.0}]
GUIDS = ["71c1eba0-3b01-4daa-a066-5b5c4074b946", "4d176fd6-2f0c-4393-a2d2-b217d75d5303",
         "4f457be6-4641-4a91-aada-281dcf7bfb4b", "db6afd11-734b-4abe-a325-84fdb3cdb106"]


def mesh(low, high, names, inner, faces=FACES):
    """A box as a mesh of COMPAS; names: those of the default attributes of vertices, edges, faces."""
    (a, b, c), (d, e, f) = low, high
    corners = [(a, b, c), (a, e, c), (d, e, c), (d, b, c), (a, b, f), (d, b, f), (d, e, f), (a, e, f)]
    return {"dtype": "compas.datastructures/Mesh",
            inner: {"attributes": {}, names[0]: {"x": 0.0, "y": 0.0, "z": 0.0}, names[1]: {}, names[2]: {},
                    "vertex": {str(i): dict(zip("xyz", p)) for i, p in enumerate(corners)},
                    "face": {str(i): list(f) for i, f in enumerate(faces)}, "facedata": {}, "edgedata": {},
                    "max_vertex": 7, "max_face": 5}}


LONG = ("default_vertex_attributes", "default_edge_attributes", "default_face_attributes")
SHORT = ("dva", "dea", "dfa")


def frame(inner):
    return {"dtype": "compas.geometry/Frame",
            inner: {"point": [0.5, 0.5, 0.0], "xaxis": [1.0, 0.0, 0.0], "yaxis": [0.0, 1.0, 0.0]}}


def assembly(version):
    """An Assembly of compas_assembly as version 0, 1 or 2 of COMPAS writes it."""
    inner = "value" if version == 1 else "data"
    names = LONG if version == 2 else SHORT
    nodes = {}
    for key, box in enumerate(BOXES):
        block = mesh(*box, names, inner)
        block["dtype"] = "compas_assembly.datastructures/Block"
        if version == 0:
            block = {"dtype": block["dtype"],
                     "value": {"data": block["data"], "datatype": block["dtype"], "compas": "0.18.1"}}
        nodes[str(key)] = {"block": block, "section": "A%d" % key}
        if key == 0:
            nodes["0"]["is_support"] = True
    joint = {"dtype": "compas_assembly.datastructures/Interface",
             inner: {"points": CORNERS, "type": "face_face", "size": 1.0, "frame": frame(inner),
                     "forces": FORCES, "mesh": None, "viewmesh": None, "interaction": None}}
    graph = {"attributes": {"name": "Graph"}, "node": nodes, "edge": {"0": {"1": {"interfaces": [joint]}}, "1": {},
                                                                     "2": {}, "3": {}}, "max_node": 3}
    if version == 0:
        graph["edge"]["0"]["1"] = {"interface": {"dtype": joint["dtype"], "value": {"data": joint["data"],
                                                                                   "datatype": joint["dtype"]}}}
        return {"dtype": "compas_assembly.datastructures/Assembly", "value": {"data": graph, "compas": "0.18.1"}}
    if version == 2:
        graph = {"dtype": "compas.datastructures/Graph", "data": graph}
    return {"dtype": "compas_assembly.datastructures/Assembly",
            inner: {"attributes": {"name": "three blocks"}, "graph": graph}, "guid": GUIDS[0]}


def old_assembly():
    """The first files of compas_assembly: assembly and blocks side by side, joints as attributes of edges."""
    edge = {"interface_points": CORNERS, "interface_type": "face_face", "interface_size": 1.0,
            "interface_origin": [0.5, 0.5, 0.0], "interface_forces": FORCES,
            "interface_uvw": [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]}
    return {"assembly": {"attributes": {"name": "Assembly"},
                         "vertex": {str(k): {"is_support": k == 0, "x": 0.0, "y": 0.0, "z": 0.0} for k in range(4)},
                         "edge": {"0": {"1": edge}}},
            "blocks": {str(k): mesh(*box, SHORT, "data")["data"] for k, box in enumerate(BOXES)}}


def model():
    """A BlockModel of compas_dem."""
    stone = "079548c1-aa08-459f-96c1-a7d5042231d3"
    elements = {guid: {"dtype": "compas_dem.elements/Block", "guid": guid,
                       "data": {"transformation": None, "features": [], "name": "Block", "material": stone,
                                "geometry": mesh(*box, LONG, "data"), "is_support": key == 0}}
                for key, (guid, box) in enumerate(zip(GUIDS, BOXES))}
    contact = {"dtype": "compas_dem.interactions/FrictionContact",
               "data": {"points": [{"dtype": "compas.geometry/Point", "data": p} for p in CORNERS],
                        "frame": frame("data"), "size": 1.0, "mesh": None, "name": "FrictionContact",
                        "forces": FORCES}}
    graph = {"attributes": {}, "node": {str(k): {"element": guid} for k, guid in enumerate(GUIDS)},
             "edge": {"0": {"1": {"contacts": [contact]}}, "1": {}, "2": {}, "3": {}}, "max_node": 3}
    return {"dtype": "compas_dem.models/BlockModel",
            "data": {"transformation": None, "elements": elements, "graph": graph,
                     "materials": {stone: {"dtype": "compas_dem.material/Stone", "guid": stone,
                                           "data": {"name": "Stone", "density": 2000, "Ecm": 20000}}},
                     "tree": {"attributes": {}, "root": {"name": "root", "children": []}}}}


def problem():
    """A Problem of compas_dem around the model."""
    return {"dtype": "compas_dem.problem/Problem", "data": {"name": "Problem", "model": model()}}
