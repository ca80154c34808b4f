# shellcheck shell=sh
# Sourced by blocks.sh: the programs of examples/adopting. They are built on the CPU driver, under libcuda's
# name, with a cuda.h of what they call, so that no toolkit is needed.
adopting=$root/examples/adopting
export LD_LIBRARY_PATH="$folder/work/libraries"
custub gen --all --linked "$adopting/runtime_api/after/sparse.cu" -o . || fail 'ADOPTING.md: no header'
printf 'extern "C" __global__ void train(int n) {}\n' >train.cu
printf '#include "train.cu"\n' >profile.cu
custub gen --linked train.cu profile.cu -o . || fail 'ADOPTING.md: no header of a part'
mkdir libraries
ln -s "$prefix/lib/libcustub_cpu.so.1" libraries/libcuda.so.1
nm -D libraries/libcuda.so.1 | sed -n 's/.* T \(cu[A-Z][A-Za-z0-9_]*\)$/void \1(void); void \1(void) {}/p' >libcuda.c
"$cc" -shared -fPIC -Wl,-soname,libcuda.so.1 -o libraries/libcuda.so libcuda.c

# build_program FILE LIBRARY...: ./edges
build_program() {
    file=$1
    shift
    # shellcheck disable=SC2086
    "$cc" -std=c11 -Wall -Wextra -Werror $flags -I. "-I$here/frames/driver" "-I$generated/include" $include -o edges "$file" \
        "$@" -Llibraries -lcuda -ldl -lpthread -lm
}

driver_before() {
    unset CUSTUB_DRIVER CUSTUB_CPU_DRIVER
    cp "$adopting/driver_api/before/edges.cu" .
    cp "$generated/images/edges.cpu.so" edges.fatbin
    build_program "$adopting/driver_api/before/main.c"
}

# The program, with the document's launch in place of the one that it has now.
driver_moved() {
    block=$(grep -l custub_launch_of "$folder"/*.c)
    awk -v block="$block" '
        /^    launch_histogram\(/ { print "    {"; while ((getline line < block) > 0) print line; print "    }"; next }
        { print }' "$adopting/driver_api/after/main.c" >moved.c
    # shellcheck disable=SC2086
    build_program moved.c $libraries
}

driver_after() {
    rm -rf cpu
    cp "$adopting/driver_api/after/edges.cu" .
    # shellcheck disable=SC2086
    build_program "$adopting/driver_api/after/main.c" $libraries
}

# The kernels with their contracts, before the trial.
runtime_racing() {
    sed '/the trial found/d' "$adopting/runtime_api/after/sparse.cu" >sparse.cu
}

# The launch of the program, on the CPU driver: the CUDA runtime needs a GPU.
runtime_refused() {
    # shellcheck disable=SC2086
    "$cc" -std=c11 $flags "-I$generated/include" $include -o power "$here/frames/kernels/rows.c" $libraries -ldl -lpthread -lm
    export CUSTUB_DRIVER=cpu CUSTUB_CPU_DRIVER="$prefix/lib/libcustub_cpu.so.1"
}

cp "$adopting/runtime_api/before/"* .
