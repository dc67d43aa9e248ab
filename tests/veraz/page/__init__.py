"""The tests that open a browser: a package, so that one browser and one service serve them all."""
