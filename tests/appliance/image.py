"""The guest's system: a small Debian in a folder, with kernel and start-up files beside it, and our stage in it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.appliance import cache

HERE = Path(__file__).parent
SUITE = "bookworm"

PACKAGES = (
    "linux-image-amd64", "initramfs-tools", "systemd", "systemd-sysv", "udev", "dbus", "kmod", "zstd",
    "python3", "python3-venv",
)  # fmt: skip
"""What the guest is made of. The installer's own wishes are no part of it: --no-apt, there is no network."""

SOURCES = (Path("/etc/apt/sources.list.d/debian.sources"), Path("/etc/apt/sources.list"))
_START = "MODULES=list\nCOMPRESS=zstd\n"
_DRIVERS = "virtio_pci\nvirtio_blk\next4\n9p\n9pnet_virtio\n"
_NOT_NEEDED = (
    "drivers/gpu", "drivers/media", "drivers/net/ethernet", "drivers/infiniband", "drivers/scsi", "drivers/iio",
    "drivers/staging", "drivers/ata", "drivers/isdn", "drivers/video", "drivers/md", "drivers/mmc", "drivers/nvme",
    "fs/xfs", "fs/btrfs", "fs/ocfs2", "fs/nfs", "fs/nfsd", "fs/ceph", "fs/smb", "fs/f2fs", "fs/gfs2", "fs/jfs",
)  # fmt: skip
_MASKED = (
    "systemd-timesyncd.service", "e2scrub_reap.service", "apt-daily.timer", "apt-daily-upgrade.timer",
    "getty@tty1.service", "serial-getty@ttyS0.service", "systemd-binfmt.service", "dpkg-db-backup.timer",
)  # fmt: skip

CPUINFO = """[Service]
# The stand-in for a Pi's /proc/cpuinfo: gpiozero wants to know which board it is on.
BindReadOnlyPaths=/run/cpuinfo:/proc/cpuinfo
"""


class NoImage(Exception):
    """The guest could not be made; the sentence says why."""


def as_root() -> list[str]:
    """Return what stands before a command that needs root, as the launcher has found out."""
    return [] if os.geteuid() == 0 else os.environ.get("TABLEHAND_AS_ROOT", "sudo -n").split()


def must(why: str, *argv: object, limit: float, more: Mapping[str, str] | None = None) -> str:
    """Run a command. Raises NoImage with its last lines when it fails or takes longer than ``limit`` seconds."""
    command = [str(part) for part in argv]
    try:
        ended = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=limit,
            env={**os.environ, **(more or {})},
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise NoImage(f"{why}: {command[0]} took longer than {limit:.0f} s") from None
    except OSError as error:
        raise NoImage(f"{why}: {command[0]} {error.strerror}") from None
    if ended.returncode:
        last = "\n".join(f"    {line}" for line in ended.stdout.splitlines()[-15:])
        raise NoImage(f"{why} ({command[0]}: exit code {ended.returncode})\n{last}")
    return ended.stdout


def system(anew: bool = False, more: tuple[str, ...] = ()) -> tuple[Path, bool]:
    """Return the folder with ``root``, ``vmlinuz`` and ``initrd.img``, and whether it was made just now.

    ``more``: packages besides; such a system is kept beside the usual one.
    """
    guest = (*(HERE / "guest").glob("*.service"), HERE / "guest/begin")
    modules = (HERE / "modules").glob("*")
    packages = (*PACKAGES, *more)
    named = cache.key(SUITE, " ".join(packages), _candidate(), Path(__file__), guest, modules)
    kind = "large-system" if more else "system"
    return cache.kept(kind, named, lambda folder: _make(folder, packages), remove, anew)


def remove(folder: Path) -> None:
    """Remove a folder that holds files of root's."""
    must("could not tidy up", *as_root(), "rm", "-rf", "--one-file-system", folder, limit=120)


def _candidate() -> str:
    """Return the version of the kernel that the package sources offer, as far as this machine has looked."""
    asked = subprocess.run(["apt-cache", "policy", "linux-image-amd64"], capture_output=True, text=True, check=False)
    found = re.search(r"Candidate: (\S+)", asked.stdout)
    return found[1] if found else ""


def _sources() -> Path:
    for file in SOURCES:
        if file.is_file() and SUITE in file.read_text("utf-8"):
            return file
    raise NoImage(f"this machine's package sources name no {SUITE}: {' or '.join(map(str, SOURCES))}")


def _make(folder: Path, packages: tuple[str, ...]) -> None:
    root = folder / "root"
    _system(root, packages)
    release = next((root / "lib/modules").iterdir()).name
    _modules(folder, root, release)
    _stage(folder, root, release)


def _system(root: Path, packages: tuple[str, ...]) -> None:
    drivers, start = _DRIVERS.replace("\n", r"\n"), _START.replace("\n", r"\n")
    early = (
        'mkdir -p "$1/etc/initramfs-tools/conf.d"; '
        f'printf "{start}" >"$1/etc/initramfs-tools/conf.d/stage"; printf "{drivers}" >"$1/etc/initramfs-tools/modules"'
    )
    must(
        "could not make the guest's system",
        *as_root(),
        "mmdebstrap",
        "--mode=root",
        "--variant=minbase",
        f"--include={','.join(packages)}",
        '--aptopt=APT::Install-Recommends "false"',
        '--aptopt=Acquire::Languages "none"',
        *(f"--dpkgopt=path-exclude=/usr/share/{kind}/*" for kind in ("man", "doc", "locale", "info")),
        f"--essential-hook={early}",
        SUITE,
        root,
        _sources(),
        limit=600,
    )


def _modules(folder: Path, root: Path, release: str) -> None:
    """Build the stage's kernel modules for the guest's kernel, with its very own headers."""
    version = ".".join(release.split(".")[:2])
    source = Path(f"/usr/src/linux-source-{version}.tar.xz")
    if not Path(f"/lib/modules/{release}/build/Makefile").exists() or not source.exists():
        names = (f"linux-headers-{release}", f"linux-source-{version}")
        apt = (*as_root(), "apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=300")
        must("could not renew the package lists", *apt, "update", limit=300)
        quiet = {"DEBIAN_FRONTEND": "noninteractive"}
        install = (*apt, "install", "--no-install-recommends", *names)
        must(f"could not install {' '.join(names)}", *install, limit=300, more=quiet)
    build = folder / "modules"
    shutil.copytree(HERE / "modules", build)
    parts = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")
    wanted = [f"linux-source-{version}/{part}" for part in parts]
    unpack = ("tar", "-xJf", source, "-C", build, "--transform=s#.*/##", "--occurrence=1", *wanted)
    must("could not unpack the kernel's source", *unpack, limit=120)
    interrupts = build / "irq_sim.c"
    text = interrupts.read_text("utf-8")
    # A module may not call irq_to_desc(); this is the same descriptor by exported means.
    text = text.replace("irq_to_desc(irqnum)", "irq_data_to_desc(irq_get_irq_data(irqnum))")
    interrupts.write_text(f'{text}\n#include <linux/module.h>\nMODULE_LICENSE("GPL");\n', "utf-8")
    make = ("make", "-s", "-j2", "-C", f"/lib/modules/{release}/build", f"M={build}", "modules")
    must("could not build the kernel modules", *make, limit=300)
    extra = root / f"lib/modules/{release}/extra"
    must(
        "could not install the modules",
        *as_root(),
        "install",
        "-D",
        "-m644",
        "-t",
        extra,
        *build.glob("*.ko"),
        limit=30,
    )
    kernel = root / f"lib/modules/{release}/kernel"
    must("could not tidy up", *as_root(), "rm", "-rf", *(kernel / part for part in _NOT_NEEDED), limit=60)
    must("could not list the modules", *as_root(), "chroot", root, "depmod", release, limit=60)
    shutil.rmtree(build)


def _stage(folder: Path, root: Path, release: str) -> None:
    """Put our units in; kernel and start-up files beside it."""
    put = (*as_root(), "install", "-D", "-m644")
    units = root / "etc/systemd/system"
    drop_in = folder / "cpuinfo.conf"
    drop_in.write_text(CPUINFO, "utf-8")
    name = folder / "hostname"
    name.write_text("tablehand\n", "utf-8")
    for file, where in (
        (HERE / "guest/stage.service", units / "stage.service"),
        (HERE / "guest/agent.service", units / "agent.service"),
        (HERE / "guest/begin", root / "usr/local/lib/stage/begin"),
        (drop_in, units / "tablehand.service.d/stage.conf"),
        (name, root / "etc/hostname"),
    ):
        must("could not furnish the guest", *put, file, where, limit=30)
    systemctl = (*as_root(), "chroot", root, "systemctl", "-q")
    must("could not enable the stage", *systemctl, "enable", "stage.service", "agent.service", limit=60)
    must("could not mask what is not needed", *systemctl, "mask", *_MASKED, limit=60)
    must("could not lift the password", *as_root(), "chroot", root, "passwd", "-d", "root", limit=30)
    for made, there in (("vmlinuz", f"boot/vmlinuz-{release}"), ("initrd.img", f"boot/initrd.img-{release}")):
        must("could not copy the kernel", *as_root(), "cp", root / there, folder / made, limit=60)
    owned = (*as_root(), "chown", f"{os.getuid()}:{os.getgid()}", folder / "vmlinuz", folder / "initrd.img")
    must("could not hand the kernel over", *owned, limit=30)
    for file in (drop_in, name):
        file.unlink()
