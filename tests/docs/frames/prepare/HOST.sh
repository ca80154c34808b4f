# shellcheck shell=sh
# Sourced by blocks.sh: an image in a file.
cp "$samples/images/saxpy.cpu.so" saxpy.cubin
