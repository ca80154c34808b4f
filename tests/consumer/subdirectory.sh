#!/bin/bash
# A project with custub as a subdirectory, unity builds and hidden names. The last arguments name
# custub's source folder.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/../build/project.sh"

fresh_project
cp -r "$consumer/subdirectory" "$project"
must "$cmake" -G Ninja -S "$project/subdirectory" -B "$project/build" "${cmake_arguments[@]}" \
    -DCMAKE_UNITY_BUILD=ON -DCMAKE_C_VISIBILITY_PRESET=hidden -DBUILD_SHARED_LIBS=ON
must build
must readelf -d "$project/build/weigh"
says "libcustub.so.1"
must "$project/build/weigh"
says "image: cpu-"
says "result: 200"
CUSTUB_CPU_CHECK=1 must "$project/build/weigh" # the checker's library is found
says "result: 200"
is_up_to_date
[ ! -e "$project/build/custub/tests" ] || fail "custub's own tests were configured"

# Both ways make the same targets; what they build is not built again.
must "$cmake" -G Ninja -S "$project/subdirectory" -B "$project/fetched" "${cmake_arguments[@]}" -DFETCHED=ON
must ninja -C "$project/fetched" -t commands weigh
says "_deps/custub-build/gen/custub"
says "weigh.custub.c"
says "libcustub.a"
