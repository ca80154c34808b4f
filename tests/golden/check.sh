#!/bin/sh
# Compares the generator's output for one input with the committed output.
#
#   check.sh CUSTUB INCLUDE_DIR CASE.cu     absolute paths; shows a difference and exits with 1
#   RENEW=1 check.sh …                      writes the expected files again
#
# accept/NAME.cu must be generated without an error. NAME.expected/ has the notes and the outputs, with
# NAME.images.S only if it embeds an image. reject/NAME.cu must fail and write nothing. NAME.expected/ has
# the messages and the exit status.
# One of the first lines of a case may name options: `// custub: --arch sm_80,sm_90`.
set -u
custub=$1
include=$2
case=$3
folder=$(dirname "$case")
file=$(basename "$case")
name=${file%.cu}
expected=$name.expected
cd "$folder" || exit 3
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT

options=$(sed -n 's|^// custub: ||p' "$file" | head -n 1)
# The options come from files of the repository and must be split into words.
# shellcheck disable=SC2086
"$custub" gen "$file" -o "$scratch/out" --no-cuda --unit '' $options -- -I"$include" \
    >"$scratch/stdout" 2>"$scratch/messages"
status=$?
mkdir -p "$scratch/result"
{ echo "exit $status"; cat "$scratch/stdout" "$scratch/messages"; } >"$scratch/result/messages"
if [ -d "$scratch/out" ]; then
    for output in "$scratch"/out/*; do
        case $output in
        *.cpu.cpp) ;; # has its own tests
        *.images.S) ! grep -q incbin "$output" || cp "$output" "$scratch/result/" ;;
        *) cp "$output" "$scratch/result/" ;;
        esac
    done
fi

case $(basename "$folder") in
accept) wanted='exit 0' ;;
*) wanted='exit 1' ;;
esac
if [ "$(head -n 1 "$scratch/result/messages")" != "$wanted" ]; then
    echo "$case: wanted '$wanted', got:"
    cat "$scratch/result/messages"
    exit 1
fi
if [ "$wanted" = 'exit 1' ] && [ "$(ls "$scratch/result")" != messages ]; then
    echo "$case: was refused and yet wrote:"
    ls "$scratch/result"
    exit 1
fi
if [ "${RENEW:-}" ]; then
    rm -rf "$expected"
    cp -r "$scratch/result" "$expected"
    exit 0
fi
if ! diff -ru "$expected" "$scratch/result"; then
    echo "$case: differs from $expected; if it should, renew it: RENEW=1 ctest -R golden"
    exit 1
fi
