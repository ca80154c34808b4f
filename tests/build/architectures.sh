#!/bin/bash
# Which architectures nvcc builds for each word of CMake's CUDA_ARCHITECTURES. The test uses an nvcc that
# builds nothing, and custub's CPU driver instead of libcuda.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"

# <arguments of custub_add_kernels> [cmake arguments...]
configures() {
    rm -rf "$project/build"
    sed -i "s/^custub_add_kernels.*/custub_add_kernels(weigh_kernels SOURCES ..\/app\/weigh.cu CPU $1)/" \
        "$project/installed/CMakeLists.txt"
    configure -DCUSTUB_NVCC="$work/nvcc" "${@:2}"
}

# <expected architectures of nvcc> <expected architectures of the generator> <as configures>
takes() {
    must configures "${@:3}"
    built=$(grep -o 'arch=compute_[0-9a-f]*,code=[^ "]*' "$project/build/build.ninja" |
        sed 's/arch=compute_[0-9a-f]*,code=\[\(.*\)\]/\1/' | xargs)
    [ "$built" = "$1" ] || fail "${*:3}: nvcc builds '$built', not '$1'"
    grep -q -- "--arch $2 " "$project/build/build.ninja" || fail "${*:3}: reads for others than $2"
    echo "ok: ${*:3}: $built"
}

fresh_project
cat >"$work/nvcc" <<END
#!/bin/sh
case "\$*" in
*--dryrun*) echo '#\$ TOP=$work' ;;
--list-gpu-arch) printf 'compute_%s\n' 75 80 89 110 90 103 ;;
*) exit 1 ;;
esac
END
chmod +x "$work/nvcc"

takes "sm_80 sm_90,compute_90" sm_80,sm_90 ""
takes "sm_80,compute_80" sm_80 "ARCHITECTURES 80"
takes "sm_90" sm_90 "ARCHITECTURES 90-real"
takes "compute_90" sm_90 "ARCHITECTURES 90-virtual"
takes "sm_80 sm_90a,compute_90a sm_100f" sm_80,sm_90a,sm_100f \
    "ARCHITECTURES 100f-real 90a-virtual sm_80-real compute_90a-real 80-real"
takes "sm_75 sm_80 sm_89 sm_90 sm_103 sm_110,compute_110" sm_75,sm_80,sm_89,sm_90,sm_103,sm_110 \
    "ARCHITECTURES all"
takes "sm_75 sm_80 sm_90 sm_110,compute_110" sm_75,sm_80,sm_90,sm_110 "ARCHITECTURES all-major"
takes "sm_86" sm_86 "" "-DCMAKE_CUDA_ARCHITECTURES=86-real"
takes "sm_80 compute_90" sm_80,sm_90 "" "-DCMAKE_CUDA_ARCHITECTURES=80-real;90-virtual"
takes "sm_89,compute_89" sm_89 "ARCHITECTURES 89" "-DCMAKE_CUDA_ARCHITECTURES=86"
takes "sm_80 sm_90,compute_90" sm_80,sm_90 "" "-DCMAKE_CUDA_ARCHITECTURES=OFF"

must_fail configures "ARCHITECTURES 90-reel"
says "'90-reel' is not an architecture such as 80, 90a, 90-real, 90-virtual, native, all or all-major"
must_fail configures "" "-DCMAKE_CUDA_ARCHITECTURES=hopper"
says "'hopper' is not an architecture"

export CUDA_VISIBLE_DEVICES=
must_fail configures "ARCHITECTURES native"
says "the architecture 'native' is that of this machine's GPU, but "
says "name the architectures to build for, such as 80 or 90"
unset CUDA_VISIBLE_DEVICES
mkdir "$work/gpu"
cp "$(find "$prefix" -name libcustub_cpu.so.1)" "$work/gpu/libcuda.so.1"
export LD_LIBRARY_PATH=$work/gpu
takes "sm_90" sm_90 "ARCHITECTURES native"
takes "sm_90" sm_90 "" -DCMAKE_CUDA_ARCHITECTURES=native
unset LD_LIBRARY_PATH

# Without images for GPUs, no GPU and no nvcc is queried.
must configures "ARCHITECTURES native all" -DCUSTUB_NVCC=OFF
grep -q -- "--arch sm_80,sm_90 " "$project/build/build.ninja" || fail "reads for other architectures"
