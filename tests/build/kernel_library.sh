#!/bin/bash
# A library of kernels is installed with its headers, static and shared, and another project finds it.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")/kernel_library" && pwd)

for type in STATIC SHARED; do
    fresh_project
    cp -r "$sources"/* "$project"
    cp "$project/app/weigh.cu" "$project/app/weigh.h" "$project/library"
    cp "$project/app/main.c" "$project/program"
    must "$cmake" -G Ninja -S "$project/library" -B "$work/library" -DCMAKE_PREFIX_PATH="$prefix" \
        "${cmake_arguments[@]}" -DLIBRARY_TYPE=$type
    must "$cmake" --build "$work/library"
    must "$cmake" --install "$work/library" --prefix "$work/installed weights"
    rm -rf "$work/library" "$project/library"
    must "$cmake" -G Ninja -S "$project/program" -B "$project/build" \
        "-DCMAKE_PREFIX_PATH=$prefix;$work/installed weights" "${cmake_arguments[@]}"
    must build
    must "$project/build/weigh"
    says "result: 200"
    echo "ok: $type"
done

# custub's own library of kernels, if it was built. Its mixture-of-experts layers need a toolkit.
if [ -e "$prefix/include/custub/kernels" ]; then
    fresh_project
    cp "$sources"/activation/* "$sources"/../../../examples/moe/*.[ch] "$project"
    activation() {
        "$cmake" -G Ninja -S "$project" -B "$project/build" "-DCMAKE_PREFIX_PATH=$prefix" "${cmake_arguments[@]}" "$@"
    }
    must activation
    must build
    must "$project/build/activation"
    says "relu: 0 0 1 2"
    must_fail activation -DCOMPONENT=kernel
    says "There is no custub::kernel. The components are kernels, moe and moe_ranks"
    must activation -DCOMPONENT=kernels
    echo "ok: custub::kernels"
    if ! [ -e "$prefix/include/custub/kernels/moe_forward.h" ]; then
        must_fail activation -DCOMPONENT=moe
        says "There is no custub::moe."
    elif grep -q launch_moe_route_f16 "$prefix/include/custub/kernels/moe.custub.h"; then
        must nm "$prefix"/lib*/libcustub_{kernels,moe}.a
        says_not nccl
        must env CUSTUB_DRIVER=cpu "$project/build/layer"
        says "right"
        for argument in "${cmake_arguments[@]}"; do
            case $argument in -DFAKE_NCCL=*) nccl=${argument#*=} ;; esac
        done
        must env CUSTUB_DRIVER=cpu CUSTUB_CPU_THREADS=8 CUSTUB_NCCL="$nccl" "$project/build/ranks"
        says "rank 0: 0.7311 0.7311"
        says "rank 1: 0.7311 0.7311"
    fi
    echo "ok: custub::moe"
fi
