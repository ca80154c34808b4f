#!/bin/sh
# What C++ programs must not write does not compile, and the message says why.
#
#   refused.sh INCLUDE_DIR GENERATED_DIR CXX…
set -u
here=$(cd "$(dirname "$0")" && pwd)
include=$1
generated=$2
shift 2
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
failed=0

compiles() { # [flag…]
    "$cxx" -std=c++17 -fsyntax-only "-I$include" "-I$generated" "$@" "$here/refused.cpp" >"$scratch/messages" 2>&1
}

refuses() { # <a pattern of the message> <statement> [flag…]
    pattern=$1
    statement=$2
    shift 2
    if compiles "-DREFUSED=$statement" "$@"; then
        echo "FAILED: $cxx compiles: $statement"
        failed=1
    elif ! grep -q -- "$pattern" "$scratch/messages"; then
        echo "FAILED: $cxx does not say '$pattern' of: $statement"
        head -n 20 "$scratch/messages"
        failed=1
    fi
}

for cxx in "$@"; do
    compiles || {
        echo "FAILED: $cxx refuses what is right"
        cat "$scratch/messages"
        failed=1
    }
    # Programs name their sizes N, and worse.
    printf '#define %s 0\n' A B C D E F G H I J K L M N O P Q R S T U V W X Y Z >"$scratch/macros.hpp"
    printf '#include "macros.hpp"\n#include <custub/custub.hpp>\n#include "axpy.custub.h"\n' >"$scratch/macros.cpp"
    "$cxx" -std=c++17 -fsyntax-only "-I$include" "-I$generated" "$scratch/macros.cpp" >"$scratch/messages" 2>&1 || {
        echo "FAILED: $cxx finds a macro of the program in a header"
        head -n 20 "$scratch/messages"
        failed=1
    }
    # Other elements: the candidates have the kernel's.
    refuses 'argument<custub_f32_view, const float>' 'launch_axpy(kernels, nullptr, 4, 1.0f, i, i)'
    refuses 'argument<custub_f64_view, double>' 'launch_axpy(kernels, nullptr, 4, 1.0, d, x)'
    refuses 'argument<shapes_sim_particle_view' 'launch_sim_copy(kernels, nullptr, 4, p, p)'
    refuses 'argument<custub_i32_view, int' 'launch_repeat_2(kernels, nullptr, 4, h)'
    refuses 'value<shapes_sim_particle>' 'launch_sim_fill(kernels, nullptr, 4, other::particle{}, p)'
    refuses 'same_type<.*shapes_sim_mode>' 'launch_sim_set(kernels, nullptr, other::mode::DOUBLES, i)'
    refuses 'no match' 'launch_axpy(kernels, nullptr, 4, 1.0f, {x.data(), 4.0}, x)'
    # Elements that may not be written.
    refuses 'argument<custub_f32_view, float>' \
        'launch_axpy(kernels, nullptr, 4, 1.0f, x, (custub::view<const float>{x.data(), 4}))'
    refuses "target's elements are const" 'custub::zero(custub::view<const float>{x.data(), 4})'
    # Memory of the host.
    refuses 'deleted' 'launch_axpy(kernels, nullptr, 4, 1.0f, v, x)'
    refuses 'deleted' 'launch_axpy(kernels, nullptr, 4, 1.0f, x, a)'
    refuses "this memory is the host's" 'custub::zero(v)'
    # Copies between different elements.
    refuses 'elements of different types' 'custub::upload(i, v)'
    refuses 'elements of different types' 'custub::copy(d, x)'
    # What a graph would take over.
    refuses 'use std::move()' 'custub::keep(nullptr, d)'
    # Owners cannot be copied.
    refuses 'deleted' 'custub::buffer<double> copied(d)'
    # Errors.
    refuses 'needs the std::expected of C++23' 'custub::zero(x, nullptr, custub::expected)'
    refuses 'without exceptions, give custub::expected' 'custub::zero(x)' -fno-exceptions
    refuses 'as the last argument' 'custub::zero(x, nullptr, 5)'
    refuses 'include <custub/custub.hpp>' '(void)kernels' -DWITHOUT_CUSTUB_HPP
done
exit $failed
