# shellcheck shell=sh
# Sourced by blocks.sh: the headers of the kernel library, of float.
for unit in moe/moe softmax reduce rotary strided; do
    custub gen "$root/kernels/$unit.cu" -o . -- -DKERNELS_f32=1 >"$scratch/messages" 2>&1 ||
        fail "kernels/README.md: no header of $unit"
done
cp "$root/kernels/moe/moe_forward.h" "$root/kernels/moe_ranks/moe_ranks.h" .
