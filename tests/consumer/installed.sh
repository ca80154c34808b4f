#!/bin/bash
# A project that finds an installed custub, which was moved after its installation.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/../build/project.sh"

fresh_project
cp -r "$prefix" "$work/moved here"
prefix="$work/moved here"
must configure
must build
must "$project/build/weigh"
says "image: cpu-"
says "result: 200"
CUSTUB_CPU_CHECK=1 must "$project/build/weigh" # the checker's library is found
says "result: 200"
is_up_to_date
