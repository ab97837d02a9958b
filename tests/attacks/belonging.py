"""Which tests belong to a module of the core: none of the app and the browser."""

from pathlib import Path

from tests.test_architecture import CORE, ROOT, imports_of, modules_used, name_of

LEFT_OUT = {"app", "browser", "benchmarks"}
N_STAGES = 4  # of tests, from near to far
SLOW = ["-m", "slow"]


def path_of(module: str) -> Path:
    """Return the path of a module from the root of the tree."""
    path = Path(*module.split("."))
    is_folder = (ROOT / path).is_dir()
    return path / "__init__.py" if is_folder else path.with_suffix(".py")


def tests_of(path: Path) -> list[list[str]]:
    """Return what pytest is asked for a module, the nearest tests first.

    returns : its own tests, those of the modules that use it, those of the modules that
              use these, and the slow ones of the nearest
    """
    place, module = Path("tests", *path.parts[1:-1]), name_of(ROOT / path)
    mirrored = place / f"test_{path.name}"
    users = _users({module})
    own, near, far = map(_tests_with, ({module}, users, _users(users)))
    own |= {mirrored} & TESTS.keys()
    far |= {test for test in TESTS if place in test.parents}

    def distance(test: Path) -> tuple:
        return test != mirrored, place not in test.parents, test

    stages = own, near - own, far - near - own
    files = [[*map(str, sorted(tests, key=distance))] for tests in stages]
    nearest = files[0] or files[1]
    return [*files, nearest and SLOW + nearest]


def _tests_with(modules: set[str]) -> set[Path]:
    return {test for test, used in TESTS.items() if modules & used}


def _users(modules: set[str]) -> set[str]:
    return {user for user in CORE if modules & modules_used(user)}


def _tests() -> dict[Path, set[str]]:
    """Return the modules of the core that each file of tests or its helpers import."""
    paths = [path.relative_to(ROOT) for path in (ROOT / "tests").rglob("*.py")]
    names = {name_of(ROOT / path): imports_of(ROOT / path) for path in paths}

    def used(name: str) -> set[str]:
        helpers = set(map(_holder, names[name])) & set(names)
        return names[name].union(*(used(one) for one in helpers - {name}))

    return {
        path: {*used(name), *map(_holder, used(name))} & set(CORE)
        for path, name in zip(paths, names, strict=True)
        if path.name.startswith("test_") and not LEFT_OUT & set(path.parts)
    }


def _holder(imported: str) -> str:
    return imported.rpartition(".")[0]


TESTS = _tests()
