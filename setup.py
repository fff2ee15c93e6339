"""What pyproject.toml cannot say: what has a .pxd beside it is compiled, if it can be."""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, PlatformError

ROOT = Path(__file__).parent
COMPILED = sorted(path.relative_to(ROOT / "src") for path in ROOT.glob("src/tengen/*/*.pxd"))
DIRECTIVES = {
    "boundscheck": False,
    "cdivision": True,
    "initializedcheck": False,
    "language_level": 3,
    "wraparound": False,
}


class BuildIfPossible(build_ext):
    """Without a working C compiler, all is left as it is: slower, with the same answers."""

    def finalize_options(self) -> None:
        """Compile as many modules at a time as there are processors."""
        super().finalize_options()
        self.parallel = os.cpu_count() or 1

    def build_extension(self, ext: Extension) -> None:
        """Compile one module, or go on without."""
        try:
            super().build_extension(ext)
        except (CCompilerError, PlatformError, OSError) as error:
            self.warn(f"{ext.name} is not compiled: {error}")
            self.extensions = [other for other in self.extensions if other is not ext]


setup(
    cmdclass={"build_ext": BuildIfPossible},
    ext_modules=cythonize(
        [
            Extension(
                ".".join(path.with_suffix("").parts),
                [str("src" / path.with_suffix(".py"))],
                extra_compile_args=["-O3", "-g0"],
                optional=True,
            )
            for path in COMPILED
        ],
        build_dir="build",
        compiler_directives=DIRECTIVES,
    ),
)
