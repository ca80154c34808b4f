#!/bin/sh
# without_toolkit.sh CUSTUB ROOT: the generator and the headers of CPU images know every device function
# that nvcc knows without an include, even without a toolkit. These are the functions of cuda_runtime.h in
# device_functions.txt. CXX: the compiler (c++).
#
# Exceptions: the make_ functions that CUDA 13.0 added, because files may define them for older versions;
# and for the generator the cluster functions, because a body that calls them must count as hidden.
set -eu
export LC_ALL=C
custub=$1
root=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk -v names="$work/names.cu" -v image="$work/image.cpp" '
    BEGIN { print "#include <custub/cpu_device.h>" >image }
    /^#/ { next }
    /^\[/ { in_runtime = /^\[(crt\/|device_atomic|sm_|vector_functions)/; clusters = /sm_90_rt/; next }
    in_runtime {
        for (i = 1; i <= NF; i++) {
            if ($i ~ /^make_.*4_(16|32)a$/)
                continue
            text = "namespace probe_" ++count " { using ::" $i "; }"
            print text >image
            if (!clusters)
                print text >names
        }
    }
    END { print "extern \"C\" __global__ void kernel(int n)\n{\n}" >names }
' "$root/tests/docs/device_functions.txt"
[ "$(grep -c using "$work/names.cu")" -gt 600 ] || { echo 'device_functions.txt was not read'; exit 1; }
cd "$work"
"$custub" gen names.cu -o out --no-cuda
"${CXX:-c++}" -std=c++17 -fsyntax-only -I"$root/runtime/cpu/include" image.cpp
