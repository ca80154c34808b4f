#!/bin/bash
# custub_add_jit_kernels(): the names of the combinations, the embedded texts, and what is built again.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"

fresh_project
folder="$project/installed"
mkdir -p "$folder/a" "$folder/b"
cat >"$folder/fill.cu" <<'END'
#include <custub/kernel.h>
#include "a/part.h"
#include "b/part.h"

extern "C" CUSTUB_THREADS(n) __global__ void fill(
    unsigned long n, TO *to CUSTUB_COUNTED_BY(n), FROM value)
{
    unsigned long i = blockIdx.x * (unsigned long)blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = value + ADDED_A + ADDED_B;
}
END
printf '#pragma once\n#include "inner.h"\n' >"$folder/a/part.h"
printf '#pragma once\n\n#include "inner.h"\n' >"$folder/b/part.h" # GCC takes equal files for one
echo '#define ADDED_A 1' >"$folder/a/inner.h"
echo '#define ADDED_B 2' >"$folder/b/inner.h"
cat >"$folder/main.c" <<'END'
#include "my_fill.jit.h"

#include <custub/custub.h>

#include <stdio.h>

int main(void)
{
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    my_int_unsigned_char_fill_kernels kernels = my_int_unsigned_char_fill_load(&error);
    custub_u8_buffer buffer = custub_u8_buffer_create(3, &error);
    unsigned char result[3] = {0};

    my_int_unsigned_char_launch_fill(&kernels, NULL, 3, buffer.view, 10, &error);
    custub_u8_download(buffer.view, result, 3, 0, &error);
    printf("result: %d %s\n", result[2], error.message);
    custub_u8_buffer_destroy(&buffer, &error);
    my_int_unsigned_char_fill_unload(&kernels, &error);
    custub_device_close(device, &error);
    return error.status != CUSTUB_OK;
}
END
cat >"$folder/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(consumer LANGUAGES C)
find_package(custub 0.1 REQUIRED)
custub_add_jit_kernels(fills CPU SOURCE fill.cu PREFIX my_ OPTIONS --use_fast_math
                       TYPES FROM=int,float "TO=unsigned char,long")
add_executable(fill main.c)
target_link_libraries(fill PRIVATE fills)
END

must configure -DCUSTUB_NVCC=OFF -DCUSTUB_CHECK_IMAGES=OFF
must build
CUSTUB_DRIVER=cpu must "$project/build/fill"
says "result: 13"
is_up_to_date

generated="$project/build/custub/fills/include"
for name in int_unsigned_char int_long float_unsigned_char float_long; do
    [ -e "$generated/my_${name}_fill.jit" ] || fail "no program my_${name}_fill.jit"
    grep -q "my_${name}_fill.custub.h" "$generated/my_fill.jit.h" || fail "no header of $name"
done

# The program's options and texts, one per line.
tr '\0' '\n' <"$generated/my_int_unsigned_char_fill.jit" >"$output"
says "-DFROM=int -DTO=unsigned char -std=c++17 --use_fast_math"
says "my_int_unsigned_char_fill.nvrtc.cu #include \"fill.cu\""
says "static_assert(!custub_assert::same<"
says "#define ADDED_A 1"
says "#define ADDED_B 2"
says_not "$project"
says_not 'a/part.h'

# Two headers with the same name get different names, and each include finds the right one.
count=$(grep -c '^#include ".*part.h"' "$output")
[ "$count" -eq 2 ] || fail "$count includes of part.h"
[ "$(grep '^#include ".*part.h"' "$output" | sort -u | wc -l)" -eq 2 ] || fail "one name for two headers"

later
echo '#define ADDED_A 20' >"$folder/a/inner.h"
must build
CUSTUB_DRIVER=cpu must "$project/build/fill"
says "result: 32"
grep -aq 'ADDED_A 20' "$project/build/fill" || fail "the program has the old text"
is_up_to_date
echo "ok: built and built again"

# <message> <arguments of custub_add_jit_kernels>
refuses() {
    sed -i "s|^custub_add_jit_kernels(.*|custub_add_jit_kernels($2)|; /^ *TYPES/d" "$folder/CMakeLists.txt"
    rm -rf "$project/build"
    must_fail configure -DCUSTUB_NVCC=OFF
    says "$1"
    echo "ok: $1"
}
refuses "custub_add_jit_kernels(fills): no SOURCE; name a .cu file" "fills CPU TYPES T=int"
refuses "TYPES 'int' is not a macro and its types" "fills CPU SOURCE fill.cu TYPES int"
refuses "two types have the same name" "fills CPU SOURCE fill.cu TYPES T=__half,half"
refuses "custub_add_jit_kernels(fills): unknown argument 'SOURCES'; did you mean" "fills CPU SOURCES fill.cu TYPES T=int"
