#!/bin/sh
# without_toolkit.sh CUSTUB ROOT: the generator and the headers of CPU images know, without a toolkit,
# every device function that nvcc knows without an include: those of device_functions.txt that
# cuda_runtime.h has. CXX: the compiler (c++).
#
# Left out are the makers that CUDA 13.0 brought, which files may define for older ones; and, for the
# generator, where a thread's cluster is: a body that asks has to stay unread.
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
