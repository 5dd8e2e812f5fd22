#!/bin/sh
# Prompter as a 64-bit Raspberry Pi would have it: makes a Debian root for arm64, installs the last commit's wheel there
# and lets it rehearse without a network, under emulation where this machine is no arm64 itself. For nights and releases:
# half an hour and 0.7 GB. Emulation says nothing about the speed of a Pi.
#
#     sudo tests/arm64.sh [STORY]
#
# STORY is a file, or the name of one that ships with the game; left out, a short one. SUITE=bookworm for the Debian
# before, MIRROR=URL where apt's own is not the one for arm64, PYTHON=… for the host's Python with pip.
#
# All of it happens in a mount and process namespace of its own: when that ends, however it ends, so do its mounts.
set -eu

self=$(readlink -f -- "$0")
checkout=${self%/tests/*}
suite=${SUITE:-trixie}
packages=ca-certificates,python3,python3-venv,libatomic1,libportaudio2,espeak-ng,flite

say() { printf 'arm64: %s\n' "$*"; }
stop() {
    say "$*" >&2
    exit 2
}
has() { command -v "$1" >/dev/null 2>&1; }
is_arm64() { [ "$(uname -m)" = aarch64 ]; }

check_host() {
    [ "$(id -u)" = 0 ] || stop 'needs root: it makes a root file system, mounts and chroots'
    has debootstrap && { is_arm64 || { has qemu-aarch64-static && has update-binfmts; }; } ||
        stop 'run this first: apt-get install -y debootstrap qemu-user-static binfmt-support'
    python=${PYTHON:-$checkout/.venv/bin/python}
    "$python" -m pip --version >/dev/null 2>&1 || stop "no pip for $python: start ./prompter once, or give PYTHON=…"
    mirror=${MIRROR:-$(apt-get indextargets --format '$(ORIGIN) $(REPO_URI)' 'Created-By: Packages' |
        sed -n 's/^Debian //p' | head -n 1)}
    [ -n "$mirror" ] || stop 'apt has no source of Debian here: give MIRROR=URL'
}

# step NAME COMMAND …: one step, and its minutes.
step() {
    name=$1
    began=$(date +%s)
    shift
    say "$name"
    "$@" </dev/null || {
        say "FAILED: $name"
        exit 1
    }
    say "$name: $(minutes_since "$began")"
}

minutes_since() { awk -v s="$(($(date +%s) - $1))" 'BEGIN { printf "%.1f min", s / 60 }'; }

enable_emulator() {
    if is_arm64; then return; fi
    [ -e /proc/sys/fs/binfmt_misc/register ] || mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
    [ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ] || update-binfmts --enable qemu-aarch64
}

make_root() {
    debootstrap --arch=arm64 --variant=minbase "--include=$packages" "$suite" "$root" "$mirror" >"$work/debootstrap.log" ||
        {
            tail -n 5 "$work/debootstrap.log"
            return 1
        }
    mount -t proc proc "$root/proc"
    mount --bind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/dev/shm"
    mkdir "$root/wheels"
}

# The host's pip fetches, as it is set up to; so the root needs neither a network nor certificates.
fetch_wheels() {
    mkdir "$work/source"
    git -c safe.directory='*' -C "$checkout" archive HEAD | tar -x -C "$work/source"
    wheels=$root/wheels
    "$python" -m pip wheel -qq --no-deps -w "$wheels" "$work/source"
    "$python" -m pip wheel -qq --no-deps -w "$wheels" srt # of vosk; has no wheel of its own, and is plain Python
    platforms=--platform=manylinux2014_aarch64
    for glibc in $(seq 17 36); do platforms="$platforms --platform=manylinux_2_${glibc}_aarch64"; done
    version=$(inside python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    # shellcheck disable=SC2086 # a list
    "$python" -m pip download -qq --only-binary=:all: $platforms --python-version "$version" \
        --find-links "$wheels" -d "$wheels" "$wheels"/prompter-*.whl
}

install() {
    inside python3 -m venv /prompter
    inside /prompter/bin/pip install -qq --no-compile --no-index --find-links /wheels prompter
}

environment='PATH=/prompter/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8'

# shellcheck disable=SC2086 # several variables
inside() { chroot "$root" /usr/bin/env -i $environment "$@"; }

# shellcheck disable=SC2086 # as above
offline() { unshare --net chroot "$root" /usr/bin/env -i $environment "$@"; }

# What happens in the namespace, in the folder $work.
run() {
    work=$1
    root=$work/root
    step "emulator" enable_emulator
    step "Debian $suite" make_root
    step "wheels" fetch_wheels
    step "installation" install
    step "doctor" offline prompter doctor
    case $story in
        */*) cp "$story" "$root/story.yaml" && story=/story.yaml ;;
    esac
    step "rehearsal" offline prompter rehearse "$story"
    say "$(du -shx "$root" | cut -f1) in all"
}

clean_up() {
    if [ -n "$child" ]; then kill -KILL "$child" 2>/dev/null && wait "$child" || true; fi
    rm -rf --one-file-system "$work" || { sleep 1 && rm -rf --one-file-system "$work"; }
}

if [ -n "${ARM64_WORK-}" ]; then
    python=$PYTHON mirror=$MIRROR story=$STORY
    run "$ARM64_WORK"
    exit
fi

check_host
began_all=$(date +%s)
child=
work=$(mktemp -d)
trap clean_up EXIT
trap 'exit 130' HUP INT TERM
export ARM64_WORK="$work" PYTHON="$python" MIRROR="$mirror" STORY="${1:-$checkout/tests/rehearsal/short.yaml}"
unshare --mount --pid --fork --kill-child --mount-proc "$self" &
child=$!
status=0
wait "$child" || status=$?
child=
if [ "$status" = 0 ]; then verdict=passed; else verdict=FAILED; fi
say "$verdict after $(minutes_since "$began_all")"
exit "$status"
