#!/bin/sh
# Counts the instructions of a launch with callgrind, with a driver that does nothing. Prints them, and
# how many more they are than those of the raw call.
#
#   instructions.sh COMMAND…
#
# The command is bench_instructions, or python_launches.py with its interpreter and its first argument.
#
# The count is the difference between 2000 and 1000 launches, so it does not include loading and the first
# launch.
set -eu
valgrind=$(command -v valgrind) || {
    echo 'skipped: no valgrind'
    exit 77
}

"$@" 0 1 # fails, with its reason, if the driver lacks what the runtime requires

# count WAY TIMES COMMAND…: the instructions of the whole program.
count() {
    way=$1
    times=$2
    shift 2
    env -u CUSTUB_CHECK -u CUSTUB_DRIVER -u CUSTUB_SYNC LC_ALL=C \
        "$valgrind" --tool=callgrind --callgrind-out-file=/dev/null "$@" "$way" "$times" 2>&1 |
        sed -n 's/^.*Collected : \([0-9]*\).*/\1/p'
}

raw=0
raw_params=0
tab=$(printf '\t')
printf '%-14s %-38s %12s %10s\n' 'kernel' 'way' 'instructions' 'above raw'
"$@" | while IFS=$tab read -r way params name; do
    [ "$name" != '<<<>>>' ] || continue # the driver that does nothing does not support it
    once=$(count "$way" 1000 "$@")
    twice=$(count "$way" 2000 "$@")
    if [ -z "$once" ] || [ -z "$twice" ]; then
        echo "$name: callgrind did not count" >&2
        exit 1
    fi
    each=$(((twice - once + 500) / 1000))
    if [ "$params" != "$raw_params" ]; then
        raw=$each
        raw_params=$params
    fi
    printf '%2d parameters  %-38s %12d %+10d\n' "$params" "$name" "$each" "$((each - raw))"
done
