#!/bin/sh
# rewrite_all.sh REWRITE_PTX NVCC INCLUDE_DIR SOURCES… : compiles each source with nvcc, optimized and for
# debugging, rewrites its PTX, and has it assembled. Skipped (77) without nvcc.
rewrite=$1
nvcc=$2
include=$3
shift 3
[ "$nvcc" ] || { echo "skipped: there is no nvcc"; exit 77; }
here=$(dirname "$0")
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
failed=0
for source; do
    for arch in 75 80 90 100; do # for sm_100 pointers are loaded two at a time
        "$nvcc" --list-gpu-arch | grep -qx "compute_$arch" || continue
        "$nvcc" -std=c++17 -ptx -O3 -lineinfo -arch=sm_$arch -I "$include" "$source" -o "$folder/o.ptx" &&
            "$nvcc" -std=c++17 -ptx -G -arch=sm_$arch -I "$include" "$source" -o "$folder/g.ptx" &&
            awk -f "$here/describe.awk" "$folder/o.ptx" >"$folder/d" || exit 1
        for form in o g; do
            counts=$("$rewrite" "$folder/d" "$folder/table" "$folder/$form.ptx" "$folder/out.ptx") &&
                "$nvcc" -cubin -arch=sm_$arch "$folder/out.ptx" -o "$folder/out.cubin" ||
                { echo "FAILED: $source, sm_$arch, $form"; failed=1; continue; }
            echo "$(basename "$source") sm_$arch $form: $counts"
        done
    done
done
exit $failed
