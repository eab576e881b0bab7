# Python parts: language layer, program and package.
