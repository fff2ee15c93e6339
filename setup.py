"""Compile every module that has a .pxd beside it, where there is a C compiler."""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, PlatformError

ROOT = Path(__file__).parent
COMPILED = sorted(
    (path.with_suffix(".py") for path in ROOT.glob("src/tengen/*/*.pxd")),
    key=lambda path: (-path.stat().st_size, path),
)
"""The largest first, so that no processor is left with one of them in the end."""
SHARED = "tengen._cython"
"""The part of Cython's own code that all compiled modules use. Without it, each would have a copy,
and compiling would take three times as long.
"""
OPTIMISATION = os.environ.get("TENGEN_OPTIMISATION", "3")
"""The level of the C compiler's -O: 0 compiles faster, for tests of the package."""
IS_CHECKED = bool(os.environ.get("TENGEN_BOUNDS_CHECKS"))
"""Whether every index is checked, for tests: Cython checks views, the C compiler checks arrays."""
CHECKS = ["-fsanitize=bounds", "-fsanitize-undefined-trap-on-error"] if IS_CHECKED else []
DIRECTIVES = {
    "auto_pickle": False,
    "boundscheck": IS_CHECKED,
    "cdivision": True,
    "initializedcheck": IS_CHECKED,
    "language_level": 3,
    "wraparound": False,
}


def module_name(path: Path) -> str:
    """As in `tengen.engine.pattern_position`."""
    return ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)


def extension(name: str, source: Path) -> Extension:
    """One module to compile."""
    options = [f"-O{OPTIMISATION}", "-g0", *CHECKS]
    return Extension(name, [str(source)], extra_compile_args=options, optional=True)


class BuildIfPossible(build_ext):
    """Without a working C compiler, nothing is compiled: slower, with the same answers."""

    def finalize_options(self) -> None:
        """Compile as many modules at a time as there are processors."""
        super().finalize_options()
        self.parallel = os.cpu_count() or 1

    def run(self) -> None:
        """Translate Python to C here, so that no other command has to wait for it."""
        translated = cythonize(
            self.extensions,
            build_dir="build",
            compiler_directives=DIRECTIVES,
            force=self.force,
            nthreads=self.parallel,
            shared_utility_qualified_name=SHARED,
        )
        sources = {ext.name: ext.sources for ext in translated}
        for ext in self.extensions:
            ext.sources = sources[ext.name]
        super().run()

    def build_extension(self, ext: Extension) -> None:
        """Compile one module, or go on without it."""
        try:
            super().build_extension(ext)
        except (CCompilerError, PlatformError, OSError) as error:
            self.warn(f"{ext.name} is not compiled: {error}")
            self.extensions = [other for other in self.extensions if other is not ext]


setup(
    cmdclass={"build_ext": BuildIfPossible},
    ext_modules=[
        extension(SHARED, Path("src/tengen/_cython.c")),
        *(extension(module_name(path), path.relative_to(ROOT)) for path in COMPILED),
    ],
)
