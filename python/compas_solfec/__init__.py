"""Block assemblies of the COMPAS framework, in and out as JSON.

    import compas_solfec
    assembly = compas_solfec.read('wall.json')            # of compas_assembly or compas_dem
    bodies = assembly.bodies(solfec, material)            # supports become obstacles
    RUN(solfec, GAUSS_SEIDEL_SOLVER(), 1.0)
    compas_solfec.from_results('out/wall', assembly=assembly).write('wall-result.json')

What `write` makes holds the contact forces at the corners of the interfaces and the motions of the
blocks. Nothing here needs the package compas. docs/import.md tells what becomes what.
"""

from .assembly import Assembly, Block, Interface
from .reading import read
from .results import from_results

__all__ = ["Assembly", "Block", "Interface", "from_results", "read"]
