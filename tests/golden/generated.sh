#!/bin/sh
# generated/ is the generator's output for examples/kernels/. RENEW=1 ctest -R golden_generated writes
# it again.
#
#   generated.sh CUSTUB PROJECT_DIR
set -u
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$2" || exit 3
"$1" gen examples/kernels/*.cu -o "$scratch/generated" --arch sm_80,sm_90 --unit '' --no-cuda -- \
    -Iruntime/include || exit 1
if [ "${RENEW:-}" ]; then
    rm -rf generated
    cp -r "$scratch/generated" generated
fi
if ! diff -ru generated "$scratch/generated"; then
    echo "generated/ is out of date; renew it: RENEW=1 ctest -R golden_generated"
    exit 1
fi
