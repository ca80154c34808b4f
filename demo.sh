#!/bin/bash
# Installs what is missing, builds custub and the examples, shows a generated function, and launches it:
# on the GPU if there is one, else on custub's CPU driver.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. scripts/setup.sh

setup_machine
setup_build dev
setup_compile build custub_examples

header=build/examples/kernels/custub/custub_sample_kernels/include/saxpy.custub.h
setup_say "examples/kernels/saxpy.cu"
sed -n '/^extern "C"/,$p' examples/kernels/saxpy.cu
echo
setup_say "what custub makes of it: launch_saxpy in ${header##*/}"
# From the comment before the function to its closing brace.
awk '/^\/\*/ { text = ""; kept = 1 }
     kept { text = text $0 "\n" }
     /launch_saxpy\(/ { found = 1 }
     /^}/ { if (found) { printf "%s", text; exit } text = ""; kept = 0 }' "$header"
echo

if ! [ -e "${header%/include/*}/images/saxpy.fatbin" ]; then
    setup_say "no nvcc to build kernels for a GPU; using custub's CPU driver"
    export CUSTUB_DRIVER=cpu
elif devices=$(build/bin/devices 2>&1); then
    setup_say "on $devices"
else
    setup_say "no GPU: ${devices}; using custub's CPU driver"
    export CUSTUB_DRIVER=cpu
fi
build/bin/saxpy
echo
setup_say "how wrong launches are refused"
build/bin/wrong_launches
