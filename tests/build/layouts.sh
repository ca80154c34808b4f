#!/bin/bash
# Builds every layout that the documents show. A second build has nothing to do. After each file is touched,
# also those in other folders, one build succeeds and the next has nothing to do.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")/layouts" && pwd)

configure_layouts() {
    "$cmake" -G Ninja -S "$project" -B "$project/build" -DCMAKE_PREFIX_PATH="$prefix" "${cmake_arguments[@]}" \
        "${with_cuda[@]}"
}

programs_run() {
    local program
    for program in scale host step contract fill; do
        CUSTUB_DRIVER=cpu must "$project/build/$program"
    done
}

rm -rf "$work"
mkdir -p "$work"
cp -r "$sources" "$project"
with_cuda=()
find_toolkit
if [ -n "$toolkit" ]; then
    with_cuda=(-DWITH_CUDA=ON "-DCMAKE_CUDA_COMPILER=$toolkit/bin/nvcc")
else
    rm "$project"/*/linked.* # no other target has these files
fi
must configure_layouts
must build
is_up_to_date
programs_run
echo "ok: built twice"

cd "$project"
for file in api/*.h kernels/* program/*; do
    later
    touch "$file"
    must build
    says_not "no work to do"
    is_up_to_date
done
programs_run
echo "ok: built after a touch of each file"

# Edits each source.
for file in kernels/*.cu; do
    later
    echo "// edited" >>"$file"
done
must build
is_up_to_date
programs_run
echo "ok: built after an edit of each kernel"
