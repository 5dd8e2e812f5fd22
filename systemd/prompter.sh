#!/bin/sh
# The `prompter` of the box, for people: the same settings, evenings, speech models and rights as the service has.
# Files of the evening written by another user would keep the service out, so it always runs as that user.
set -u
program=/opt/prompter/bin/prompter

case ${1-} in
install | uninstall) exec "$program" "$@" ;;
esac
if [ "$(id -u)" != 0 ] && [ "$(id -un)" != prompter ]; then exec sudo -- "$0" "$@"; fi
set -- env -u PYTHONPATH -u PYTHONHOME \
    XDG_CONFIG_HOME=/etc XDG_STATE_HOME=/var/lib XDG_DATA_HOME=/var/lib LC_ALL=C.UTF-8 "$program" "$@"
if [ "$(id -u)" = 0 ]; then set -- runuser -u prompter -- "$@"; fi
exec "$@"
