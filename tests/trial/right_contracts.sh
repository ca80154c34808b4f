#!/bin/sh
# A trial finds nothing wrong with right contracts, and leaves out no kernel.
#
#   right_contracts.sh CUSTUB --no-cuda | --device cuda SOURCES… -- FLAGS…
set -u
custub=$1
shift
status=0
output=$(mktemp) || exit 3
trap 'rm -f "$output"' EXIT

sources=
options=
while [ "$1" != -- ]; do
    case $1 in
    *.cu) sources="$sources $1" ;;
    *) options="$options $1" ;;
    esac
    shift
done
shift
for source in $sources; do
    # shellcheck disable=SC2086 # the options are words
    "$custub" try "$source" --seconds 60 --launches 40 $options -- "$@" >"$output" 2>&1
    found=$?
    ! grep trial-impossible "$output" || exit 77
    if [ $found -ne 0 ] || grep -q 'not tried' "$output" || ! grep -q 'launches, 0 findings' "$output"; then
        echo "FAILED: custub try $source: exit status $found"
        grep -v 'launches, 0 findings' "$output"
        status=1
    fi
done
exit $status
