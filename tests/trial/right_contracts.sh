#!/bin/sh
# A trial finds nothing wrong with right contracts, and leaves out no kernel.
#
#   right_contracts.sh CUSTUB SOURCES… -- FLAGS…
set -u
custub=$1
shift
status=0
output=$(mktemp) || exit 3
trap 'rm -f "$output"' EXIT

while [ "$1" != -- ]; do
    sources="${sources:-} $1"
    shift
done
shift
for source in $sources; do
    "$custub" try "$source" --seconds 60 --launches 40 --no-cuda -- "$@" >"$output" 2>&1
    found=$?
    if [ $found -ne 0 ] || grep -q 'not tried' "$output" || ! grep -q 'launches, 0 findings' "$output"; then
        echo "FAILED: custub try $source: exit status $found"
        grep -v 'launches, 0 findings' "$output"
        status=1
    fi
done
exit $status
