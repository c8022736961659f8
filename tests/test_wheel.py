"""The wheel, installed into an empty environment, away from the checkout."""

import os
import site
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    subprocess.run([*command, str(ROOT)], check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel in it, and behind it the dependencies that are here."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    executable = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip: list[str | Path] = [executable, "-m", "pip", "install", "--no-index", "--no-deps", wheel]
    subprocess.run(pip, check=True, capture_output=True)
    where: list[str | Path] = [executable, "-c", "import site; print(site.getsitepackages()[0])"]
    installed = Path(
        subprocess.run(where, check=True, capture_output=True, text=True).stdout.strip()
    )
    (installed / "dependencies.pth").write_text("\n".join(site.getsitepackages()) + "\n")
    return executable


def run(python: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [python, *arguments], cwd=folder, capture_output=True, text=True, timeout=300
    )


def test_the_wheel_holds_code_and_data_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {
        "checkers",
        "ifbench_suite",
    }
    for name in ("data/SOURCES.toml", "data/samples/ifeval_rows.jsonl", "py.typed"):
        assert f"ifbench_suite/{name}" in names
    for name in (
        "lm_eval/ifeval.yaml",
        "lm_eval/utils.py",
        "verifiers_plugins/ifbench_suite_vf.py",
    ):
        assert f"ifbench_suite/adapters/{name}" in names
    assert "checkers/lexicons/language_tables.bin" in names
    assert wheel.stat().st_size < 6 * 2**20


def test_it_scores_its_sample_away_from_the_checkout(python: Path, tmp_path: Path) -> None:
    where = run(python, tmp_path, "-c", "import ifbench_suite; print(ifbench_suite.__file__)")
    assert str(python.parents[1]) in where.stdout
    done = run(python, tmp_path, "-m", "ifbench_suite", "--output_dir", "out")
    assert (done.returncode, done.stderr) == (0, "written to out\n")
    assert "ifeval, 26 rows" in done.stdout


def test_it_passes_its_own_check(python: Path, tmp_path: Path) -> None:
    done = run(python, tmp_path, "-m", "ifbench_suite", "check", "--benchmark", "ifeval")
    assert (done.returncode, done.stdout) == (0, "ifeval.jsonl: 537 vectors, 0 differ\n")


def test_it_has_a_command_of_its_own_name(python: Path, tmp_path: Path) -> None:
    command = python.parent / "ifbench-suite"
    done = subprocess.run([command, "--help"], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.startswith("usage: python -m ifbench_suite")
