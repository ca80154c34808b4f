#!/bin/sh
# rewrite_all.sh REWRITE_PTX SOURCES… : compiles each source with nvcc, optimized and for debugging,
# rewrites its PTX, and has ptxas assemble the result. INCLUDE has folders of headers. Skipped (77)
# without nvcc and ptxas.
command -v nvcc >/dev/null && command -v ptxas >/dev/null || { echo "skipped: no nvcc"; exit 77; }
rewrite=$1
shift
here=$(dirname "$0")
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
failed=0
for source; do
    for arch in 75 80 90; do
        nvcc -std=c++17 -ptx -O3 -lineinfo -arch=sm_$arch $INCLUDE "$source" -o "$folder/o.ptx" &&
            nvcc -std=c++17 -ptx -G -arch=sm_$arch $INCLUDE "$source" -o "$folder/g.ptx" &&
            awk -f "$here/describe.awk" "$folder/o.ptx" >"$folder/d" || exit 1
        for form in o g; do
            counts=$("$rewrite" "$folder/d" "$folder/table" "$folder/$form.ptx" "$folder/out.ptx") &&
                ptxas -arch=sm_$arch "$folder/out.ptx" -o "$folder/out.cubin" ||
                { echo "FAILED: $source, sm_$arch, $form"; failed=1; continue; }
            echo "$(basename "$source") sm_$arch $form: $counts"
        done
    done
done
exit $failed
