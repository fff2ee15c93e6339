"""What pyproject.toml cannot say: the search is compiled, if it can be."""

from Cython.Build import cythonize
from setuptools import Extension, setup

COMPILED = ("fours", "position", "searcher")
DIRECTIVES = {
    "boundscheck": False,
    "cdivision": True,
    "initializedcheck": False,
    "language_level": 3,
    "wraparound": False,
}

setup(
    ext_modules=cythonize(
        [
            Extension(
                f"tengen.search.{name}",
                [f"src/tengen/search/{name}.py"],
                extra_compile_args=["-O3"],
                optional=True,
            )
            for name in COMPILED
        ],
        build_dir="build",
        compiler_directives=DIRECTIVES,
    )
)
