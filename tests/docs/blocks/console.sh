# shellcheck shell=sh
# Sourced by blocks.sh: runs the commands of a console block, and compares what they print with the document.

# placed COMMAND: the command, with the place of this build for <prefix>.
placed() {
    printf '%s\n' "$1" | sed "s|<prefix>|$prefix|g"
}

# compare LINE COMMAND: what the command printed is what is shown.
compare() {
    awk -f "$here/blocks/match.awk" "$scratch/shown" "$scratch/printed" >"$scratch/difference" && return
    fail "$document:$1: $2: prints something else"
    cat "$scratch/difference" >&2
}

# run_console FILE LINE PREPARE: in the folder of the document, in which the blocks before it also ran.
run_console() {
    at=$2
    [ "$3" = - ] || "$3" >"$scratch/prepared" 2>&1 || {
        fail "$document:$2: $3 failed"
        cat "$scratch/prepared" >&2
        return
    }
    : >"$scratch/shown"
    command=
    while IFS= read -r text; do
        at=$((at + 1))
        case $text in
        '$ '*)
            [ -z "$command" ] || compare "$asked" "$command"
            command=${text#'$ '}
            asked=$at
            : >"$scratch/shown"
            # The status is not compared: a program that shows a mistake fails.
            sh -c "$(placed "$command")" 2>&1 </dev/null |
                sed 's/ --no-cuda//; /warning: few launches/d' >"$scratch/printed" # on a busy machine
            ;;
        *) printf '%s\n' "$text" >>"$scratch/shown" ;;
        esac
    done <"$1"
    if [ -n "$command" ]; then
        compare "$asked" "$command"
    else
        fail "$document:$2: a console block without a command ('$ …')"
    fi
}
