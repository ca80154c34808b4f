# shellcheck shell=sh
# Sourced by blocks.sh: blocks of commands that are not run. Each program is a file of the project, one of its
# targets, or a known tool; options of custub, targets, presets, labels and variables exist.

# Prints the files of CMake, without comments.
cmake_text() {
    find "$root/" -path "$root/build*" -prune -o \( -name CMakeLists.txt -o -name '*.cmake' \) \
        -not -path '*/tests/build/*' -not -path '*/tests/consumer/*' -print0 | xargs -0 cat | sed 's/#.*//'
}

# declared WORD: in a file of CMake.
declared() {
    [ -e "$scratch/cmake_words" ] ||
        cmake_text | grep -oE '[A-Za-z_][A-Za-z0-9_]*' | sort -u >"$scratch/cmake_words"
    grep -qx -- "$1" "$scratch/cmake_words"
}

# is_target NAME: a command makes a target of this name. In a loop over words or lists, it makes one for each.
is_target() {
    [ -e "$scratch/targets" ] || {
        makers='add_executable|add_library|add_custom_target|custub_(add_kernels|bench_program|example|fuzz_target|unit_test)'
        cmake_text | tr '\n' ' ' | grep -oE "(set|list|foreach|$makers)[(][^)]*" |
            awk -F '[( ]+' -f "$here/blocks/targets.awk" | sed 's|.*/||; s/[.]c$//' >"$scratch/targets"
    }
    grep -qx -- "$1" "$scratch/targets"
}

check_custub() { # <line> <subcommand> <word...>
    at=$1 sub=$2
    shift 2
    case $sub in
    --*) "$prefix/bin/custub" --help | grep -qF -- "${sub}" || fail "$document:$at: custub has no option $sub"; return ;;
    esac
    "$prefix/bin/custub" help "$sub" >"$scratch/help" 2>&1 || {
        fail "$document:$at: custub has no command $sub"
        return
    }
    for word; do
        case $word in
        --) return ;;
        --help) ;;
        -*) grep -qE -- "^ +${word%%=*}( |,|\$)" "$scratch/help" ||
            fail "$document:$at: 'custub $sub' has no option ${word%%=*}" ;;
        esac
    done
}

check_cmake() { # <line> <word...>
    at=$1
    shift
    previous=
    for word; do
        case $previous:$word in
        --preset:*) grep -q "\"name\": \"$word\"" "$root/CMakePresets.json" || fail "$document:$at: no preset $word" ;;
        --target:*) is_target "$word" || fail "$document:$at: no target $word" ;;
        *:-DCMAKE_*) ;;
        *:-D*) word=${word#-D}; declared "${word%%=*}" || fail "$document:$at: CMake has no ${word%%=*}" ;;
        esac
        case $previous:$word in --target:[a-z]*) ;; *) previous=$word ;; esac
    done
}

check_ctest() { # <line> <word...>
    at=$1
    shift
    previous=
    for word; do
        case $previous in
        -L) declared "$word" || fail "$document:$at: no label $word" ;;
        -R) declared "$word" || fail "$document:$at: no test of this name: $word" ;;
        --preset) grep -q "\"name\": \"$word\"" "$root/CMakePresets.json" || fail "$document:$at: no preset $word" ;;
        esac
        previous=$word
    done
}

check_program() { # <line> <program>
    case $2 in
    build*/bin/* | build*/lib/*) is_target "${2##*/}" || [ -e "$prefix/bin/${2##*/}" ] || fail "$document:$1: no target $2" ;;
    ./build/* | ./demo | ./program | ./"…") ;; # of the program that the document builds
    */*) [ -e "$root/$2" ] || fail "$document:$1: there is no $2" ;;
    custub_trial) [ -e "$prefix/bin/custub_trial" ] || fail "$document:$1: there is no $2" ;;
    nvcc | cc | c++ | touch | mkdir | pip | python | patch | cp | ld | ar | make | bash | sh | ln | cpack) ;;
    *) fail "$document:$1: an unknown program: $2" ;;
    esac
}

# check_command LINE WORD...: one command, without what is before && and after a comment.
check_command() {
    at=$1
    shift
    while [ $# -gt 0 ]; do
        case $1 in [A-Z_]*=*) shift ;; *) break ;; esac
    done
    [ $# -gt 0 ] || return 0
    case $1 in
    custub | build/bin/custub) shift; check_custub "$at" "$@" ;;
    cmake) shift; check_cmake "$at" "$@" ;;
    ctest) shift; check_ctest "$at" "$@" ;;
    grep) (cd "$root" && sh -c "$text") >/dev/null || fail "$document:$at: finds nothing: $text" ;;
    bash | sh) check_program "$at" "$2" ;;
    *) check_program "$at" "$1" ;;
    esac
}

# check_commands FILE LINE
check_commands() {
    at_line=$2
    sed -e ':a' -e '/\\$/N; s/\\\n//; ta' "$1" | grep -vE '^make|^#' | sed 's/  *#.*//; s/^	//' |
        sed 's/ *\(&&\|||\) */\n/g' | while IFS= read -r text; do
        [ -n "$text" ] || continue
        set -f
        # shellcheck disable=SC2046,SC2086
        set -- $(printf '%s' "$text" | tr -d "'\"")
        set +f
        check_command "$at_line" "$@"
    done
}
