# shellcheck shell=sh
# Sourced by blocks.sh: blocks of C and C++. All blocks of one frame become one program: each is the body of a
# function, in which its declarations hide the variables of the frame. Its includes and functions come before.
# A block with main() is a program of its own.

# frame_file FRAME LANGUAGE: the frame's text, or nothing.
frame_file() {
    [ ! -e "$here/frames/c/$1.$2" ] || cat "$here/frames/c/$1.$2"
}

# add_to_program FILE LINE LANGUAGE KIND
add_to_program() {
    program=$folder/programs/$frame.$3
    if grep -q '^int main(' "$1"; then
        cp "$1" "$folder/programs/$2.$3"
        return
    fi
    if [ ! -e "$program" ]; then
        frame_file "$frame" "$3" >"$program"
        [ -s "$program" ] || fail "$document:$2: there is no tests/docs/frames/c/$frame.$3"
        : >"$program.calls"
    fi
    awk -v line="$2" -v document="$document" -f "$here/blocks/function.awk" "$1" >>"$program"
    [ "$4" = 'not run' ] || echo "    before(); block_$2();" >>"$program.calls"
}

# compile FILE LANGUAGE PROGRAM
compile() {
    warnings='-Wall -Wextra -Wno-unused-variable -Wno-unused-function -Wno-unused-but-set-variable -Werror'
    case $2 in
    c) set -- "$1" "$2" "$3" "$cc" -std=c11 ;;
    *) set -- "$1" "$2" "$3" "$cxx" -std=c++20 -xc++ ;;
    esac
    file=$1 program=$3
    shift 3
    [ -s "$file.calls" ] || [ ! -e "$file.calls" ] || set -- "$@" -fsyntax-only
    # shellcheck disable=SC2086
    "$@" $warnings $flags -I. -I"$folder/work" "-I$generated/include" "-I$samples/include" $include -o "$program" \
        "$file" -xnone $libraries -ldl -lpthread -lm 2>"$scratch/messages"
}

run_programs() {
    for file in "$folder"/programs/*.c "$folder"/programs/*.cpp; do
        [ -e "$file" ] || continue
        if [ -e "$file.calls" ]; then
            printf 'int main(void)\n{\n' >>"$file"
            cat "$file.calls" >>"$file"
            printf '    return 0;\n}\n' >>"$file"
        fi
        if ! compile "$file" "${file##*.}" "$file.program"; then
            fail "$document: does not compile"
            grep -m 5 'error' "$scratch/messages" >&2 || cat "$scratch/messages" >&2
        elif [ -e "$file.program" ] && ! "$file.program" >"$scratch/printed" 2>"$scratch/said"; then
            fail "$document: $(basename "$file") does not run"
            cat "$scratch/printed" "$scratch/said" >&2
        fi
    done
}
