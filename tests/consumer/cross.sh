#!/bin/bash
# A cross build of a project that has only C. The image for the CPU driver is compiled by the C++ compiler
# beside the C compiler, and char has the sign that the target's compiler gives it.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/../build/project.sh"

fresh_project
cat >>"$project/app/weigh.cu" <<'END'
extern "C" __global__ void count_letters(const char *text CUSTUB_COUNTED_BY(1), int *out CUSTUB_COUNTED_BY(1))
{
    *out = *text;
}
END
cat >"$project/app/sign.c" <<'END'
#include "weigh.custub.h"
#include <limits.h>

#if CHAR_MIN < 0
typedef custub_i8_view text_view;
#else
typedef custub_u8_view text_view;
#endif

text_view text_of(count_letters_args arguments);
text_view text_of(count_letters_args arguments)
{
    return arguments.text;
}
END
sed -i 's|main.c|main.c ../app/sign.c|' "$project/installed/CMakeLists.txt"
cat >>"$project/installed/CMakeLists.txt" <<'END'
add_custom_target(run COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:weigh> VERBATIM)
END
must configure
must build
must build --target run
says "result: 200"

must_fail configure -DCUSTUB_EXECUTABLE=
says "no generator that runs here, since this is a cross build"
