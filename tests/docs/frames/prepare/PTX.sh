# shellcheck shell=sh
# Sourced by blocks.sh: the stubs of the document's declarations, and an image for GPUs: loading succeeds on the
# CPU driver, too.
cp "$folder"/*.cuda add.cu
custub gen --prototypes add.cu -o . || fail 'PTX.md: no stubs'
printf '.version 8.0\n.target sm_80\n.address_size 64\n' >add_kernel.cubin
