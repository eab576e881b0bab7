"""Names of the input language that this build must have, written down by hand from the manual."""

COMMANDS = """
CONVEX HULL MESH MESH2CONVEX MESH_SPLIT HEX ROUGH_HEX BOX PRISM CYLINDER PLANE PIPE TETRAHEDRALIZE ELLIP_MESH SPHERE ELLIP ROD BORE COPY SCALE TRANSLATE ROTATE SPLIT BEND OVERLAPPING MASS_CENTER
SOLFEC SURFACE_MATERIAL BULK_MATERIAL BODY TIME_SERIES
GRAVITY FORCE TORQUE PRESSURE SIMPLIFIED_CRACK INITIAL_VELOCITY TAKE_MOTION BODY_CHARS
CONSTRAINT FIX_POINT FIX_DIRECTION SET_DISPLACEMENT SET_VELOCITY SET_ACCELERATION
SET_DISPLACEMENT3 SET_VELOCITY3 SET_ACCELERATION3 PUT_RIGID_LINK
PUT_SPRING
JOINT BALL HINGE SLIDER CYLINDRICAL UNIVERSAL WELD MOTOR
GAUSS_SEIDEL_SOLVER PENALTY_SOLVER NEWTON_SOLVER TEST_SOLVER BODY_SPACE_SOLVER INTERIOR_POINT_SOLVER
RUN ROWS TIME_LOOP OUTPUT EXTENTS UNPHYSICAL_PENETRATION CALLBACK GEOMETRIC_EPSILON CONTACT_SPARSIFY
CONTACT_PREDICTION CONTACT_POINTS CONTACT_BOUNCE CONTACT_PROJECTION
DELETE PARTITION RT_SPLIT BYLABEL MATERIAL APPLY_BULKMAT CONTACT_EXCLUDE_BODIES CONTACT_EXCLUDE_OBJECTS
CONTACT_EXCLUDE_SURFACES
IMBALANCE_TOLERANCE LOCDYN_DUMP EXPORT_CONTACT_PROBLEM NCPU HERE VIEWER NON_SOLFEC_ARGV
DURATION FORWARD BACKWARD SEEK DISPLACEMENT VELOCITY STRESS ENERGY TIMING HISTORY
DISPLAY_POINT RANK BARRIER SUBDIR REGISTER_CALLBACK WARNINGS RENDER VIEWER_ACTION XDMF_EXPORT
INITIALIZE_STATE RIGID_TO_FEM RIGID_DISPLACEMENTS BODY_MM_EXPORT
MODAL_ANALYSIS REGISTER_BASE COROTATED_DISPLACEMENTS
""".split()

# Names of the language after 2010 that are not built, from its manual.
NEWER = """
FIELD SICONOS_SOLVER HYBRID_SOLVER
MBFCP_EXPORT
FRACTURE_EXPORT_YAFFEMS SOLFEC_EXPORT
""".split()

# Keywords of NEWTON_SOLVER in the language after 2010.
LATER_NEWTON = "locdyn linver linmaxiter maxmatvec epsilon delta theta omega gsflag reldelta"

# Keywords in the order of the manual; later additions follow the last one.
KEYWORDS = {
    "MODAL_ANALYSIS": "body num path abstol maxiter verbose",
    "REGISTER_BASE": "solfec base label",
    "COROTATED_DISPLACEMENTS": "solfec subset sampling",
    "CONVEX": "vertices faces volid convex",
    "HULL": "points volid surfid convex",
    "MESH": "nodes elements surfids",
    "MESH2CONVEX": "mesh",
    "MESH_SPLIT": "mesh nodeset faceset surfid1 surfid2",
    "HEX": "nodes i j k volid surfids dx dy dz",
    "ROUGH_HEX": "shape i j k dx dy dz",
    "BOX": "corner sizes volid surfids",
    "PRISM": "polygon axis volid surfids",
    "CYLINDER": "base axis radius facets volid surfids",
    "PLANE": "point normal size volid surfid thickness",
    "PIPE": "pnt dir rin thi ndri nrad nthi volid surfids",
    "TETRAHEDRALIZE": "shape path volume quality volid surfid",
    "ELLIP_MESH": "center radii error volid surfid",
    "SPHERE": "center radius volid surfid sphere",
    "ELLIP": "center radii volid surfid",
    "ROD": "base axis radius volid surfid",
    "BORE": "base axis radius thickness volid surfid",
    "COPY": "shape",
    "SCALE": "shape coefs",
    "TRANSLATE": "shape vector",
    "ROTATE": "shape point vector angle",
    "SPLIT": "shape point normal surfid topoadj remesh",
    "BEND": "shape point direction angle",
    "MASS_CENTER": "shape",
    "SOLFEC": "analysis step output",
    "SURFACE_MATERIAL": "solfec surf1 surf2 model label friction cohesion restitution spring "
                        "dashpot hpow tension normal_energy tangential_energy normal_stiffness "
                        "tangential_stiffness dynamic_friction rolling press_speed",
    "BULK_MATERIAL": "solfec model label young poisson density yield_stress hardening",
    "BODY": "solfec kind shape material label form mesh element base",
    "TIME_SERIES": "points label cache",
    "GRAVITY": "solfec vector",
    "FORCE": "body kind point direction value data",
    "TORQUE": "body kind direction value",
    "PRESSURE": "body surfid value",
    "INITIAL_VELOCITY": "body linear angular",
    "TAKE_MOTION": "body source",
    "BODY_CHARS": "body mass volume center tensor",
    "CONSTRAINT": "",
    "FIX_POINT": "body point strength",
    "FIX_DIRECTION": "body point direction body2 point2",
    "SET_DISPLACEMENT3": "body point base tms",
    "SET_VELOCITY3": "body point base tms",
    "SET_ACCELERATION3": "body point base tms",
    "OVERLAPPING": "obstacles shapes invert gap",
    "RIGID_DISPLACEMENTS": "body",
    "BODY_MM_EXPORT": "body pathM pathK spdM spdK",
    "SET_DISPLACEMENT": "body point direction tms",
    "SET_VELOCITY": "body point direction value",
    "SET_ACCELERATION": "body point direction tms",
    "PUT_RIGID_LINK": "body1 body2 point1 point2 strength",
    "SIMPLIFIED_CRACK": "body point normal surfid criterion topoadj ft Gf",
    "PUT_SPRING": "body1 point1 body2 point2 function limits direction update",
    "JOINT": "",
    "BALL": "body1 body2 point contact",
    "HINGE": "body1 body2 point axis limits friction spring damper contact",
    "SLIDER": "body1 body2 point axis limits friction spring damper contact",
    "CYLINDRICAL": "body1 body2 point axis limits friction spring damper travel_limits "
                   "travel_friction travel_spring travel_damper contact",
    "UNIVERSAL": "body1 body2 point axis1 axis2 limits friction spring damper limits2 friction2 "
                 "spring2 damper2 contact",
    "WELD": "body1 body2 point contact",
    "MOTOR": "joint angle travel speed torque force limit gain coordinate",
    "GAUSS_SEIDEL_SOLVER": "epsilon maxiter meritval failure diagepsilon diagmaxiter diagsolver "
                           "data callback acceleration accuracy",
    "PENALTY_SOLVER": "variant",
    "NEWTON_SOLVER": "meritval maxiter variant " + LATER_NEWTON + " accuracy",
    "TEST_SOLVER": "meritval maxiter maxmatvec linmaxiter epsilon delta omega",
    "BODY_SPACE_SOLVER": "meritval maxiter accuracy",
    "INTERIOR_POINT_SOLVER": "maxiter accuracy meritval friction",
    "RUN": "solfec solver duration",
    "ROWS": "",
    "TIME_LOOP": "solfec solver duration",
    "OUTPUT": "solfec interval compression contacts",
    "EXTENTS": "solfec extents",
    "UNPHYSICAL_PENETRATION": "solfec depth",
    "PARTITION": "body parts",
    "RT_SPLIT": "body1 surf sid1 sid2 label1 label2",
    "MATERIAL": "solfec body volid material",
    "APPLY_BULKMAT": "solfec body volid material",
    "CONTACT_EXCLUDE_SURFACES": "solfec surf1 surf2",
    "CONTACT_EXCLUDE_BODIES": "body1 body2",
    "CONTACT_EXCLUDE_OBJECTS": "body1 point1 body2 point2",
    "IMBALANCE_TOLERANCE": "solfec tolerance lockdir degenratio weightfactor updatefreq whole",
    "DISPLAY_POINT": "body point label",
    "RANK": "",
    "BARRIER": "",
    "SUBDIR": "",
    "REGISTER_CALLBACK": "callback data",
    "WARNINGS": "solfec state",
    "RENDER": "solfec object",
    "VIEWER_ACTION": "name answer",
    "XDMF_EXPORT": "solfec time path subset attributes",
    "INITIALIZE_STATE": "solfec path time subset",
    "RIGID_TO_FEM": "path time solfec subset",
    "LOCDYN_DUMP": "solfec path",
    "EXPORT_CONTACT_PROBLEM": "solfec path",
    "CALLBACK": "solfec interval data callback",
    "GEOMETRIC_EPSILON": "epsilon",
    "CONTACT_SPARSIFY": "solfec threshold minarea mindist",
    "CONTACT_PREDICTION": "solfec distance",
    "CONTACT_POINTS": "solfec rule",
    "CONTACT_BOUNCE": "solfec speed",
    "CONTACT_PROJECTION": "solfec switch",
    "DELETE": "solfec object",
    "BYLABEL": "solfec kind label",
    "NCPU": "solfec",
    "HERE": "solfec object",
    "VIEWER": "",
    "NON_SOLFEC_ARGV": "",
    "DURATION": "solfec",
    "FORWARD": "solfec steps",
    "BACKWARD": "solfec steps",
    "SEEK": "solfec time",
    "DISPLACEMENT": "body point",
    "VELOCITY": "body point",
    "STRESS": "body point value",
    "ENERGY": "solfec object",
    "TIMING": "solfec kind",
    "HISTORY": "solfec list t0 t1 skip progress arrays",
}

# Arguments after the bar in the manual.
OPTIONAL = {
    "PLANE": "thickness", "FIX_DIRECTION": "body2 point2",
    "FIX_POINT": "strength", "PUT_RIGID_LINK": "strength", "OVERLAPPING": "invert gap",
    "TIME_SERIES": "label cache",
    "CONVEX": "convex", "HULL": "convex", "HEX": "dx dy dz", "ROUGH_HEX": "dx dy dz",
    "SPHERE": "sphere",
    "SURFACE_MATERIAL": "surf1 surf2 model label friction cohesion restitution spring dashpot hpow tension "
                        "normal_energy tangential_energy normal_stiffness tangential_stiffness "
                        "dynamic_friction rolling press_speed",
    "BULK_MATERIAL": "model label young poisson density yield_stress hardening",
    "BODY": "label form mesh element base", "SPLIT": "surfid topoadj remesh", "FORCE": "data",
    "SIMPLIFIED_CRACK": "topoadj ft Gf",
    "PUT_SPRING": "direction update",
    "BALL": "contact", "WELD": "contact",
    "CYLINDRICAL": "limits friction spring damper travel_limits travel_friction travel_spring "
                   "travel_damper contact",
    "UNIVERSAL": "limits friction spring damper limits2 friction2 spring2 damper2 contact",
    "HINGE": "limits friction spring damper contact",
    "SLIDER": "limits friction spring damper contact",
    "MOTOR": "angle travel speed torque force limit gain coordinate",
    "GAUSS_SEIDEL_SOLVER": "epsilon maxiter meritval failure diagepsilon diagmaxiter diagsolver data callback "
                           "acceleration accuracy",
    "NEWTON_SOLVER": "meritval maxiter variant " + LATER_NEWTON + " accuracy",
    "TEST_SOLVER": "meritval maxiter maxmatvec linmaxiter epsilon delta omega",
    "BODY_SPACE_SOLVER": "meritval maxiter accuracy",
    "INTERIOR_POINT_SOLVER": "maxiter accuracy meritval friction",
    "PENALTY_SOLVER": "variant", "OUTPUT": "compression contacts",
    "CONTACT_SPARSIFY": "threshold minarea mindist", "NCPU": "solfec", "ENERGY": "object",
    "HISTORY": "skip progress arrays",
    "IMBALANCE_TOLERANCE": "lockdir degenratio weightfactor updatefreq whole",
    "MODAL_ANALYSIS": "body num path abstol maxiter verbose", "COROTATED_DISPLACEMENTS": "subset sampling",
    "MESH_SPLIT": "nodeset faceset surfid1 surfid2",
    "TETRAHEDRALIZE": "volume quality volid surfid",
    "RT_SPLIT": "sid1 sid2 label1 label2", "BODY_MM_EXPORT": "spdM spdK",
    "DISPLAY_POINT": "label", "REGISTER_CALLBACK": "data", "WARNINGS": "solfec state",
    "VIEWER_ACTION": "answer",
    "XDMF_EXPORT": "subset attributes", "INITIALIZE_STATE": "subset", "RIGID_TO_FEM": "subset", "STRESS": "value",
}

MEMBERS = {
    "CONVEX": "nver vertex",
    "MESH": "nnod node nodes_on_surface get_data set_volid inter_element_faces "
            "inter_element_faces_on_plane surface_integration_points volume_integration_points",
    "SPHERE": "center radius",
    "ELLIP": "center radii rot",
    "SOLFEC": "analysis time mode constraints ncon bodies nbod step verbose outpath current_step projection "
              "equilibrium impacts out_of_balance repeats",
    "SURFACE_MATERIAL": "surf1 surf2 label model friction cohesion restitution spring dashpot hpow tension "
                        "normal_energy tangential_energy normal_stiffness tangential_stiffness "
                        "dynamic_friction rolling press_speed",
    "BULK_MATERIAL": "model label young poisson density yield_stress hardening",
    "BODY": "kind label conf velo mass volume center tensor constraints ncon selfcontact scheme "
            "damping id material element mesh display_points",
    "TIME_SERIES": "label times values derivative integral",
    "CONSTRAINT": "kind R base point area gap damage merit adjbod matlab",
    "JOINT": "kind bodies constraints point axis R M angle rate torque travel speed force motor power "
             "travel_motor travel_power",
    "GAUSS_SEIDEL_SOLVER": "failure error iters rerhist merhist epsilon maxiter meritval "
                           "diagepsilon diagmaxiter diagsolver reverse variant innerloops "
                           "acceleration accuracy velerr missed",
    "NEWTON_SOLVER": "error iters merhist residual meritval maxiter linminiter resdec variant "
                     "nonmonlength accuracy velerr missed " + LATER_NEWTON.replace(" reldelta", ""),
    "BODY_SPACE_SOLVER": "error iters merhist residual meritval maxiter linminiter resdec smooth "
                         "accuracy velerr missed",
    "INTERIOR_POINT_SOLVER": "error iters residual maxiter meritval friction accuracy velerr velmean missed",
}
