#!/bin/bash
# A project that has custub as a subdirectory, and joins the files of a target into one. The last
# arguments name custub's source folder.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/../build/project.sh"

fresh_project
cp -r "$consumer/subdirectory" "$project"
must "$cmake" -G Ninja -S "$project/subdirectory" -B "$project/build" "${cmake_arguments[@]}" \
    -DCMAKE_UNITY_BUILD=ON
must build
must "$project/build/weigh"
says "image: cpu-"
says "result: 200"
is_up_to_date
[ ! -e "$project/build/custub/tests" ] || fail "custub's own tests were configured"
