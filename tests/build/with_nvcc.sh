#!/bin/bash
# nvcc runs once per source, and the generator does not wait for it. Its PTX is compared with what the
# generator read.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"

for nvcc in "$(command -v nvcc || true)" "${CUDA_PATH:-}/bin/nvcc" /usr/local/cuda/bin/nvcc; do
    [ -x "$nvcc" ] && break
done
[ -x "$nvcc" ] || skip "there is no nvcc"

# An nvcc that counts its runs for a source.
counting_nvcc() {
    cat >"$work/nvcc" <<END
#!/bin/sh
case "\$*" in *--dryrun*) ;; *) echo run >>"$work/runs" ;; esac
exec "$nvcc" "\$@"
END
    chmod +x "$work/nvcc"
}

# <architectures> <their numbers>
builds_once() {
    rm -rf "$project/build" "$work/runs"
    sed -i "s/^custub_add_kernels.*/custub_add_kernels(weigh_kernels SOURCES ..\/app\/weigh.cu CPU \
ARCHITECTURES $1)/" "$project/installed/CMakeLists.txt"
    must configure -DCUSTUB_NVCC="$work/nvcc"
    must build
    [ "$(wc -l <"$work/runs")" -eq 1 ] || fail "nvcc ran $(wc -l <"$work/runs") times"
    for architecture in $2; do
        grep -q "^\.target sm_$architecture" "$(generated)/images/weigh.sm_$architecture.ptx" ||
            fail "there is no PTX for $architecture"
    done
    [ ! -e "$(generated)/images/weigh.nvcc" ] || fail "nvcc's intermediate files were left"
    must "$project/build/weigh"
    says "image: fatbin image: cpu-"
    says "result: 200"
    is_up_to_date
    echo "ok: one run for the architectures $1"
}

fresh_project
counting_nvcc
builds_once "80 90" "80 90"
builds_once "90" "90"
builds_once "80-virtual 75-real" "75 80"

rm -rf "$project/build"
must configure -DCUSTUB_NVCC="$nvcc"
must build --target custub/weigh_kernels/include/weigh.custub.h
says_not "nvcc:"
[ ! -e "$(generated)/images/weigh.fatbin" ] || fail "the header waited for the fatbin"
echo "ok: the generator does not wait for nvcc"

# A signature that differs between the compilers is refused.
sed -i 's/unsigned int n,/COUNT_TYPE n,/' "$project/app/weigh.cu"
cat >>"$project/app/weigh.h" <<'END'
#ifdef __CUSTUB__
#define COUNT_TYPE unsigned int
#else
#define COUNT_TYPE unsigned long
#endif
END
must_fail build
says "custub read 'void weigh(unsigned int n, const float *source, float *target)'"
[ ! -e "$(generated)/images/weigh.images.o" ] || fail "images that do not fit were embedded"
echo "ok: a signature that differs from nvcc's stops the build"
