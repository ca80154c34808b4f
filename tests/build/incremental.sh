#!/bin/bash
# What runs again after a change. Without a change nothing may run.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"

# <what changed> [<what may not run>]: the generator must run once; then everything is up to date.
runs_generator() {
    must build
    says "custub: reading weigh.cu"
    [ -z "${2:-}" ] || says_not "$2"
    is_up_to_date
    echo "ok: $1 runs the generator again, once"
}

has_result() {
    must "$project/build/weigh"
    says "result: $1"
}

fresh_project
cp -r "$prefix" "$work/the prefix"
prefix="$work/the prefix"
header=$(generated)/include/weigh.custub.h
must configure
must build
has_result 200
is_up_to_date
echo "ok: a second build runs nothing"

later
touch "$project/app/weigh.h"
before=$(stat -c %y "$header")
runs_generator "an included header of the same content" "main.c"
[ "$(stat -c %y "$header")" = "$before" ] || fail "the generated header was written again"
has_result 200

later
echo '#define WEIGHT 3.0f' >"$project/app/weigh.h"
runs_generator "an included header"
has_result 300

later
mkdir "$project/app/deeper"
echo '#define WEIGHT 4.0f' >"$project/app/deeper/weight.h"
echo '#include "deeper/weight.h"' >"$project/app/weigh.h"
runs_generator "a header that includes another one"
later
echo '#define WEIGHT 5.0f' >"$project/app/deeper/weight.h"
runs_generator "that other one"
has_result 500

later
echo '// The end.' >>"$project/app/weigh.cu"
runs_generator "the source"
has_result 500

later
touch "$prefix/bin/custub"
runs_generator "an upgraded generator"

rm "$header"
runs_generator "a generated file that is missing"
has_result 500

must configure
is_up_to_date
echo "ok: configuring again changes nothing"
