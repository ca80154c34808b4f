# shellcheck shell=bash
# Sourced by the tests of builds that are not CMake's. Edits a kernel in the ways that must reach its images.
#
#   edits_reach <folder of the build> <command that builds>...

# Prints a checksum of all images.
images_of() { # <folder>
    (cd "$1" && cat weigh.cpu.so weigh.check.so weigh.fatbin 2>/dev/null) | cksum
}

# Builds after an edit. All images must be new, and a second build must have nothing to do.
builds_anew() { # <what was edited> <folder> <command>...
    local what=$1 folder=$2 before
    shift 2
    before=$(images_of "$folder")
    must "$@"
    [ "$(images_of "$folder")" != "$before" ] || fail "an image is stale after an edit of $what"
    [ ! -e "$folder/weigh.fatbin" ] || [ "$folder/weigh.fatbin" -nt "$project/app/edited" ] ||
        fail "the fatbin is stale after an edit of $what"
    [ "$folder/weigh.check.so" -nt "$project/app/edited" ] || fail "the checker's image is stale"
    must "$@"
    is_done
}

is_done() {
    grep -qE "no work to do|is up to date" "$output" || fail "a second build builds again"
}

edit() { # <file of the app> <sed's command>
    later
    touch "$project/app/edited"
    later
    cp "$project/app/$1" "$project/app/before"
    sed -i "$2" "$project/app/$1"
    ! cmp -s "$project/app/before" "$project/app/$1" || fail "the edit changes nothing: $2"
}

gives() { # <folder> <result>
    must "$1/weigh"
    says "image: cpu-"
    says "result: $2"
    CUSTUB_CPU_CHECK=1 must "$1/weigh"
    says "result: $2"
}

edits_reach() {
    local folder=$1
    shift
    must "$@"
    gives "$folder" 200
    must "$@"
    is_done
    edit weigh.h 's/2.0f/5.0f/'
    builds_anew "a header" "$folder" "$@"
    gives "$folder" 500
    edit weigh.cu 's/WEIGHT \* source\[i\]/& + 1/'
    builds_anew "a body" "$folder" "$@"
    gives "$folder" 501
    edit weigh.cu 's/target CUSTUB_COUNTED_BY(n)/target CUSTUB_COUNTED_BY(2 * n)/'
    must "$@"
    must_fail "$folder/weigh"
    says "the kernel needs 2 * n = 6 floats"
    must "$@"
    is_done
    edit weigh.cu 's/CUSTUB_COUNTED_BY(2 \* n)/CUSTUB_COUNTED_BY(n)/'
    must "$@"
    gives "$folder" 501
}
