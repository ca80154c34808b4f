#!/bin/bash
# Programs that are built with pkg-config, from an installed custub that was moved.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/../build/project.sh"

command -v pkg-config >/dev/null || skip "there is no pkg-config"
fresh_project
cp -r "$prefix" "$work/moved here"
PKG_CONFIG_PATH=$(dirname "$(find "$work/moved here" -name custub.pc)")
export PKG_CONFIG_PATH

cat >"$project/version.c" <<'C'
#include <custub/custub.h>
#include <stdio.h>

int main(void)
{
    custub_error error = custub_error_none();

    printf("%d %d\n", custub_version() == CUSTUB_VERSION, custub_driver_open(CUSTUB_DRIVER_CPU, &error));
    return 0;
}
C
# What pkg-config prints is quoted for a shell.
variable() {
    eval "echo $(pkg-config --variable="$1" custub)"
}

built() { # <name> <options>
    must eval "cc -std=c11 -o '$project/$1' '$project/version.c' $2"
}

built shared "$(pkg-config --cflags --libs custub)"
LD_LIBRARY_PATH=$(variable libdir) must "$project/shared"
says "1 0"
echo "ok: shared"

options=$(pkg-config --static --cflags --libs custub)
built static "${options/-lcustub/-l:libcustub.a}"
must "$project/static"
says "1 0"
echo "ok: static"

must "$(variable generator)" --version
says "$(pkg-config --modversion custub)"
echo "ok: the generator"
