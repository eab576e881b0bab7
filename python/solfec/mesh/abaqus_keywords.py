"""Keywords of Abaqus files by their effect on the mesh: harmless ones, and those that are refused.

A keyword of neither list, which the reader does not know, is told with its line.
"""

from __future__ import annotations

# keywords that make, move or remove nodes and elements in a way that the reader does not follow
CHANGING = {"NFILL", "NMAP", "SYMMETRICMODELGENERATION", "IMPORT", "IMPERFECTION",
            "PARAMETERSHAPEVARIATION"}

_HARMLESS = """
acoustic medium, acoustic wave formulation, adjust, amplitude, anisotropic hyperelastic, anneal,
assembly, axial, base motion, beam added inertia, beam fluid inertia, beam general section, beam
section, biaxial test data, biot modulus, bond, boundary, brittle cracking, brittle failure,
brittle shear, buckle, buckling envelope, buckling length, buckling reduction factors, bulk
viscosity, cap creep, cap hardening, cap plasticity, cast iron compression hardening, cast iron
plasticity, cast iron tension hardening, cavity definition, cecharge, cecurrent, centroid, cfilm,
cflux, clay hardening, clay plasticity, cload, cohesive behavior, cohesive section, combined test
data, complex frequency, composite modal damping, concrete, concrete compression damage, concrete
compression hardening, concrete damaged plasticity, concrete tension damage, concrete tension
stiffening, conductivity, connector behavior, connector constitutive reference, connector damage
evolution, connector damage initiation, connector damping, connector derived component, connector
elasticity, connector failure, connector friction, connector hardening, connector lock, connector
motion, connector plasticity, connector potential, connector section, connector stop, connector
uniaxial behavior, constraint controls, contact, contact clearance, contact clearance assignment,
contact controls, contact controls assignment, contact damping, contact exclusions, contact file,
contact formulation, contact inclusions, contact initialization assignment, contact initialization
data, contact interference, contact output, contact pair, contact permeability, contact print,
contact property assignment, contact response, contact stabilization, controls, correlation,
cosimulation, coupled temperature-displacement, coupled thermal-electrical, coupling, cradiate,
creep, creep strain rate control, crushable foam, crushable foam hardening, cyclic, cyclic
hardening, cyclic symmetry model, cyclic symmetry modes, d added mass, damage evolution, damage
initiation, damage stabilization, damping, damping controls, dashpot, dcharge, debond, decharge,
decurrent, deformation plasticity, density, depvar, design gradient, design parameter, design
response, detonation point, dflow, dflux, diagnostics, dielectric, diffusivity, direct cyclic,
discrete section, display body, distributing, distributing coupling, distribution, distribution
table, dload, drag chain, drucker prager, drucker prager creep, drucker prager hardening, dsa
controls, dsecharge, dsecurrent, dsflow, dsflux, dsload, dynamic, dynamic
temperature-displacement, el file, el print, elastic, electrical conductivity, electrode,
electromagnetic, element matrix output, element output, element response, embedded element,
embedded region, emissivity, end assembly, end load case, end step, energy file, energy output,
energy print, enrichment, enrichment activation, eos, eos compaction, epjoint, equation, eulerian
boundary, eulerian mesh motion, eulerian section, expansion, extreme element value, extreme node
value, extreme value, fabric, fail strain, fail stress, fastener, fastener property, field, file
format, file output, film, film property, filter, fixed mass scaling, flow, fluid behavior, fluid
bulk modulus, fluid cavity, fluid density, fluid exchange, fluid exchange activation, fluid
exchange property, fluid expansion, fluid flux, fluid inflator, fluid inflator activation, fluid
inflator mixture, fluid inflator property, fluid leakoff, fluid link, fluid pipe section, fluid
property, foundation, fracture criterion, frame section, frequency, friction, gap, gap
conductance, gap electrical conductance, gap flow, gap heat generation, gap radiation, gas
specific heat, gasket behavior, gasket contact area, gasket elasticity, gasket section, gasket
thickness behavior, gel, geostatic, global damping, heading, heat generation, heat transfer,
hourglass stiffness, hyperelastic, hyperfoam, hypoelastic, hysteresis, impedance, impedance
property, incident wave, incident wave fluid property, incident wave interaction, incident wave
interaction property, incident wave property, incident wave reflection, incrementation output,
inelastic heat fraction, inertia relief, initial conditions, integrated output, integrated output
section, interface, joint, joint elasticity, joint plasticity, jointed material, kinematic,
kinematic coupling, latent heat, load case, loading data, low density foam, m1, m2, magnetic
permeability, map solution, mass, mass adjust, mass diffusion, mass flow rate, material, matrix
assemble, matrix check, matrix generate, matrix input, matrix output, membrane section, mflow,
modal damping, modal dynamic, modal file, modal output, modal print, mohr coulomb, mohr coulomb
hardening, moisture swelling, molecular weight, monitor, motion, mpc, mullins effect, network
stiffness, no compression, no tension, nodal energy rate, nodal thickness, node file, node output,
node print, node response, nonlinear bh, nonstructural mass, normal, orientation, ornl, output,
parameter, parameter dependence, parameter table, parameter table type, particle generator,
perfectly matched layer, periodic, permeability, permittivity, physical constants, piezoelectric,
pipe soil interaction, pipe soil stiffness, planar test data, plastic, plastic axial, plastic m1,
plastic m2, plastic torque, porous bulk moduli, porous elastic, porous failure criteria, porous
metal plasticity, potential, pre-tension section, preprint, pressure penetration, pressure stress,
prestress hold, progressive failure, property table type, psd-definition, radiate, radiation file,
radiation output, radiation print, radiation symmetry, radiation viewfactor, random response, rate
dependent, ratios, rebar, rebar layer, reflection, release, response spectrum, restart, retained
nodal dofs, rigid body, rigid surface, rotary inertia, section controls, section file, section
origin, section points, section print, select cyclic symmetry modes, select eigenmodes, sfilm,
sflow, shear center, shear failure, shear retention, shell general section, shell section, shell
to solid coupling, simpedance, simple shear test data, slide line, soils, solid section,
solubility, solution technique, solver controls, sorption, specific heat, spectrum, spring,
sradiate, static, steady state criteria, steady state detection, steady state dynamics, steady
state transport, step, submodel, substructure copy, substructure delete, substructure directory,
substructure generate, substructure load case, substructure matrix output, substructure modal
damping, substructure output, substructure path, substructure property, superelasticity, surface
behavior, surface flaw, surface interaction, surface property, surface property assignment,
surface section, swelling, symmetric results transfer, temperature, tensile failure, tension
cutoff, tension stiffening, thickness, tie, time points, torque, tracer particle, traction
separation, transform, transport velocity, transverse shear, transverse shear stiffness, triaxial
test data, trs, uel property, uncoupled temperature-displacement, undex charge property, uniaxial
test data, unloading data, user defined field, user element, user material, user output variables,
variable mass scaling, viewfactor output, visco, viscoelastic, viscous, void nucleation,
volumetric test data, wind
"""
HARMLESS = {"".join(name.split()).upper() for name in _HARMLESS.replace("\n", " ").split(",")}
