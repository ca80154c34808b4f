#!/bin/sh
# Checks that the documents agree with the code, that every error has a test, and that includes follow
# the table of docs/ARCHITECTURE.md.
#
#   check.sh PROJECT_DIR      CC, CXX: the compilers (cc, c++)
#
# Prints everything that is wrong. Exits with 1 if anything is.
set -u
export LC_ALL=C
cd "$1" || exit 3
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
failures=$scratch/failures
: >"$failures"

fail() {
    echo "$*" | tee -a "$failures" >&2
}

# lacking LEFT RIGHT TEXT: fails for every line of LEFT that RIGHT does not have; both are sorted.
lacking() {
    comm -23 "$1" "$2" | while IFS= read -r line; do fail "$line: $3"; done
}

# --- Ids ------------------------------------------------------------------------------------------

# Lists all reports of the generator, as "error id" or "note id". The id is the first literal of each call.
# Ids that begin with expr- are passed in a variable, so every such literal counts.
ids_of_code() {
    find gen -name '*.c' ! -name diag.c -exec awk '
        FNR == 1 { look(); source = FILENAME }
        { text = text $0 " " }
        END { look() }
        function look(   rest, call, kind) {
            rest = text
            while (match(rest, /gen_diag_(error|note)\([^;]*;/)) {
                call = substr(rest, RSTART, RLENGTH)
                kind = call ~ /^gen_diag_error/ ? "error" : "note"
                rest = substr(rest, RSTART + 14)
                if (match(call, /^[^"]*"[a-z0-9-]+"/))
                    print kind, literal(substr(call, 1, RLENGTH))
                else if (call !~ /^[^"]*, id, "/)
                    print "unknown", source
            }
            rest = text
            while (match(rest, /"expr-[a-z0-9-]+"/)) {
                print "error", literal(substr(rest, RSTART, RLENGTH))
                rest = substr(rest, RSTART + RLENGTH)
            }
            text = ""
        }
        function literal(s) { sub(/^[^"]*"/, "", s); sub(/"$/, "", s); return s }' {} + | sort -u
}

check_ids() {
    ids_of_code >"$scratch/ids"
    sed -n 's/^unknown //p' "$scratch/ids" | while read -r source; do
        fail "$source: the id of a report is not a literal; write it as a literal in the call"
    done
    sed -n 's/^error //p' "$scratch/ids" | sort -u >"$scratch/errors"
    sed -n 's/^note //p' "$scratch/ids" | sort -u >"$scratch/notes"
    sort -u "$scratch/errors" "$scratch/notes" >"$scratch/code"
    sed -n 's/^| `\([a-z][a-z0-9-]*\)` |.*/\1/p' docs/DIAGNOSTICS.md | sort >"$scratch/documented"
    uniq -d "$scratch/documented" | while read -r id; do fail "$id: twice in docs/DIAGNOSTICS.md"; done
    lacking "$scratch/code" "$scratch/documented" 'a diagnostic that docs/DIAGNOSTICS.md lacks'
    lacking "$scratch/documented" "$scratch/code" \
        'is in docs/DIAGNOSTICS.md, but the generator does not report it'
}

# The generator's table has exactly the macros that users write, with the keys of their attributes.
check_annotations() {
    sed -n 's/^#define \(CUSTUB_[A-Z_]*[A-Z]\)[( ].* *CUSTUB_[A-Z]*_("\([a-z_]*\)".*/\1 \2/p' \
        runtime/include/custub/kernel.h | sort -u >"$scratch/macros"
    sed -n 's/^    X(\([A-Z_]*\), \([a-z_]*\), GEN_ON_.*/CUSTUB_\1 \2/p; /^#define GEN_CUDA/q' \
        gen/model/annotation_table.h | sort -u >"$scratch/table"
    [ -s "$scratch/macros" ] || fail 'runtime/include/custub/kernel.h: no macro was found'
    lacking "$scratch/macros" "$scratch/table" 'a macro that gen/model/annotation_table.h lacks'
    lacking "$scratch/table" "$scratch/macros" \
        'is in gen/model/annotation_table.h, but kernel.h has no such macro'
    cut -d ' ' -f 1 "$scratch/macros" | while read -r macro; do
        grep -q "\`$macro" docs/CONTRACTS.md || fail "$macro: a macro that docs/CONTRACTS.md lacks"
    done
}

# Errors that a single source file cannot show, and the text that another test expects.
by_text() {
    cat <<'T'
build-impossible     there is no nvcc, and this custub has no headers
build-relocatable    does not link device code
compile-command-missing has no entry for this file
compile-commands-entry  libclang cannot read it
cubin-unknown        this is not machine code for a GPU
file-unreadable      cannot be read: No such file
file-unwritable      cannot make the folder
nvcc-option          needs a value [nvcc-option]
output-is-input      this output would replace 'link.cu'
output-twice         this output would replace 'new/a'
ptx-syntax           this is not PTX
source-changed       was changed while
stem-twice           its outputs would have the name
toolkit-missing      has no include/cuda.h
compiler-failed       the compiler failed, with the messages above
trial-impossible     there is no program
compiler-missing     cannot be started: No such file
verify-dimensions    dimensions in the source and
verify-launch-bounds launch bounds of 256 threads in the source and 128 in the PTX
verify-layout        offset 8, size 8, alignment 8 in the PTX
verify-missing       is not in 'bad.ptx'
verify-parameters    4 parameters in the source and 5 in the PTX
verify-places        parameter 'y' (float *): nvcc's code has a field
verify-unknown       finds no such kernel
T
}

# expected_ids FOLDER: the ids in the goldens of the folder.
expected_ids() {
    sed -n 's/.* \[\([a-z][a-z0-9-]*\)\]$/\1/p' tests/golden/"$1"/*.expected/messages
}

check_tests() {
    { grep '^expect [13] ' tests/golden/command_line.sh; grep '\[[a-z-]*\\]' tests/trial/suggest/apply.sh; } \
        >"$scratch/expectations"
    by_text | while read -r id text; do
        if grep -qF -- "$text" "$scratch/expectations"; then
            echo "$id"
        else
            fail "$id: neither tests/golden/command_line.sh nor tests/trial/suggest/apply.sh expects '$text'"
        fi
    done | sort -u >"$scratch/by_text"
    lacking "$scratch/by_text" "$scratch/errors" \
        'is in the table of tests/docs/check.sh, but the generator has no such error'
    { cat "$scratch/by_text"; expected_ids reject; } | sort -u >"$scratch/tested"
    lacking "$scratch/errors" "$scratch/tested" 'an error without a golden in tests/golden/reject'
    # Some notes come with errors, some need a toolkit.
    {
        expected_ids accept
        expected_ids reject
        sed -n 's/^expect [01] .*\[\([a-z][a-z0-9-]*\)\].*/\1/p' tests/golden/command_line.sh
    } | sort -u >"$scratch/accepted"
    lacking "$scratch/notes" "$scratch/accepted" 'a note without a golden in tests/golden'
}

check_statuses() {
    sed -n 's/^ *X(\(CUSTUB_ERROR_[A-Z_]*\), \([0-9]*\),.*/\1 \2/p' \
        runtime/include/custub/status.h | sort >"$scratch/statuses"
    sed -n 's/^| `\(CUSTUB_ERROR_[A-Z_]*\)` | \([0-9]*\) | `[^`]*` | ..*|$/\1 \2/p' \
        docs/DIAGNOSTICS.md | sort >"$scratch/described"
    [ -s "$scratch/statuses" ] || fail 'runtime/include/custub/status.h: no status was found'
    lacking "$scratch/statuses" "$scratch/described" \
        'a status that docs/DIAGNOSTICS.md has no line with an example for'
    lacking "$scratch/described" "$scratch/statuses" \
        'is in docs/DIAGNOSTICS.md, but status.h has no such status'
}

# docs/JSON.md describes exactly the fields that the goldens have.
check_json() {
    cat generated/*.json tests/golden/accept/*.expected/*.json | grep -o '"[a-z_]*":' |
        tr -d '":' | sort -u >"$scratch/fields"
    # A field that holds an object has a line which also names the object's fields.
    grep -E '^[|] `[a-z_]*` ' docs/JSON.md |
        sed -E '/^[|] `(element|fields)` /!s/^[|] (`[a-z_]*`).*/\1/' |
        grep -o '`[a-z_]*`' | tr -d '`' | sort -u >"$scratch/json"
    lacking "$scratch/fields" "$scratch/json" 'a field that docs/JSON.md lacks'
    lacking "$scratch/json" "$scratch/fields" 'is in docs/JSON.md, but no golden has this field'
}

# --- Documents ------------------------------------------------------------------------------------

# The anchors of all documents, as lines "docs/HOST.md#errors".
anchors() {
    find . -name '*.md' -not -path './build*' -exec awk '
        /^##* / {
            anchor = tolower($0)
            sub(/^##* /, "", anchor)
            gsub(/[^a-z0-9 _-]/, "", anchor)
            gsub(/ /, "-", anchor)
            print substr(FILENAME, 3) "#" anchor
        }' {} +
}

# Their links, as lines "docs/HOST.md docs/CONTRACTS.md#counts": the document, and what it links to.
links() {
    awk '{
        folder = FILENAME
        sub(/[^\/]*$/, "", folder)
        while (match($0, /\]\([^)]*\)/)) {
            link = substr($0, RSTART + 2, RLENGTH - 3)
            $0 = substr($0, RSTART + RLENGTH)
            if (link ~ /^#/)
                print FILENAME, FILENAME link
            else if (link !~ /^[a-z]*:/)
                print FILENAME, folder link
        }
    }' README.md CONTRIBUTING.md docs/*.md
}

check_links() {
    anchors >"$scratch/anchors"
    links >"$scratch/links"
    while read -r document link; do
        [ -e "${link%%#*}" ] || fail "$document: links to '$link', which does not exist"
    done <"$scratch/links"
    sed -E 's|[^/ ]*/\.\./||' "$scratch/links" | awk '
        NR == FNR { there[$0] = 1; next }
        $2 ~ /#/ && !($2 in there) { print $1 ": links to \047" $2 "\047, but there is no such heading" }
        ' "$scratch/anchors" - | while IFS= read -r line; do fail "$line"; done
}

is_there() {
    for path in $1; do # $1 may be a pattern such as tests/gen/*/test_*.c
        [ -e "$path" ] && return 0
    done
    return 1
}

# A word that begins with a folder of the project must be an existing path. In three documents a word that
# ends like a file's name must be the name of a file of the project.
check_paths() {
    find gen runtime cmake tests kernels generated examples scripts docs -type f |
        sed 's|.*/||' >"$scratch/names"
    echo cuda.h >>"$scratch/names" # is in the toolkit
    sort -u "$scratch/names" -o "$scratch/names"
    for document in README.md CONTRIBUTING.md docs/*.md; do
        sed 's/[^ `(]*<[a-z_]*>[^ `)]*/ /g' "$document" |
            tr -c 'A-Za-z0-9_./*\n-' '\n' | sed 's/[.]$//' | sort -u >"$scratch/words"
        grep -E '^(gen|runtime|cmake|tests|kernels|generated|examples|scripts|docs)/' \
            "$scratch/words" | while IFS= read -r path; do
            is_there "$path" || fail "$document: names '$path', which does not exist"
        done
        case $document in docs/ARCHITECTURE.md | docs/DIAGNOSTICS.md | docs/JSON.md) ;; *) continue ;; esac
        grep -E '^[A-Za-z0-9_*]+\.(c|h|sh|cmake)$' "$scratch/words" >"$scratch/files"
        grep -vF '*' "$scratch/files" | comm -23 - "$scratch/names" | while IFS= read -r name; do
            fail "$document: names '$name', which does not exist"
        done
        grep -F '*' "$scratch/files" | while IFS= read -r name; do
            pattern=$(echo "$name" | sed 's/[.]/[.]/g; s/[*]/.*/g')
            grep -qx "$pattern" "$scratch/names" || fail "$document: names '$name', which does not exist"
        done
    done
}

# An example fits on a screen and has a place in the documents. driver_api.c may be longer: half of it is code
# of a program without custub.
check_examples() {
    for example in examples/*.c; do
        [ "$(wc -l <"$example")" -le 40 ] || [ "$example" = examples/driver_api.c ] ||
            fail "$example: has more than 40 lines"
        grep -qF "(../$example)" docs/HOST.md || fail "$example: docs/HOST.md does not name it"
    done
}

# --- Rooms ----------------------------------------------------------------------------------------

# only HEADER FILES…: in gen/ and runtime/, only FILES (patterns of paths) may include headers whose names begin
# with HEADER.
only() {
    header=$1
    shift
    grep -rlE "^ *# *include *<$header" gen runtime | while IFS= read -r file; do
        for allowed in "$@"; do
            # shellcheck disable=SC2254
            case $file in $allowed) continue 2 ;; esac
        done
        fail "$file: may not include $header"
    done
}

# The table of docs/ARCHITECTURE.md as lines "component room other".
rooms_of_table() {
    grep -E '^[|] `(gen|runtime|runtime/cpu)` [|] `' docs/ARCHITECTURE.md | tr -d '`,' |
        while IFS='|' read -r _ component room others _; do
            for other in $room $others; do
                # shellcheck disable=SC2086 # without the blanks of the table
                [ "$other" = – ] || echo $component $room $other
            done
        done
}

# The includes of gen/ and runtime/ as lines "file component room header"; a public header is in <>. The room
# of a file that is in none is its name.
includes() {
    find gen runtime -name '*.[ch]' -not -path '*/include/*' -exec awk '
        FNR == 1 {
            component = FILENAME ~ /^runtime\/cpu\// ? "runtime/cpu" : substr(FILENAME, 1, index(FILENAME, "/") - 1)
            room = substr(FILENAME, length(component) + 2)
            sub(/\/[^\/]*$/, "", room)
        }
        /^ *# *include *("|<custub)/ {
            header = $0
            sub(/^ *# *include *"?/, "", header)
            sub(/[">].*/, header ~ /^</ ? ">" : "", header)
            print FILENAME, component, room, header
        }' {} +
}

# Every include names a room that the table allows. Every room that the table allows is used. No rooms
# include one another in a circle.
check_rooms() {
    rooms_of_table | sort -u >"$scratch/allowed"
    includes | while read -r file component room header; do
        case $header in
        '<'*)
            header=${header#<}
            header=${header%>}
            [ -e "runtime/include/$header" ] || [ -e "runtime/cpu/include/$header" ] ||
                [ -e "runtime/shared/$header" ] ||
                fail "$file: includes <$header>, which is not a public header"
            continue
            ;;
        esac
        [ -e "$component/$header" ] ||
            fail "$file: includes \"$header\", which does not exist in $component"
        case $header in
        */*) echo "$component $room ${header%/*}" ;;
        *) echo "$component $room ." ;;
        esac
    done | sort -u >"$scratch/included"
    awk '$2 == $3' "$scratch/allowed" | sort -u - "$scratch/included" >"$scratch/used"
    lacking "$scratch/included" "$scratch/allowed" 'an include that the table of docs/ARCHITECTURE.md does not allow'
    lacking "$scratch/allowed" "$scratch/used" \
        'the table of docs/ARCHITECTURE.md allows it, but no file includes it'
    awk '$2 != $3 { print $1 ":" $2, $1 ":" $3 }' "$scratch/allowed" |
        tsort 2>"$scratch/circle" >/dev/null || fail "rooms that include one another: $(cat "$scratch/circle")"
}

check_system_headers() {
    only clang-c/ 'gen/frontend/*'
    only dlfcn.h runtime/platform/platform_posix.c 'runtime/cpu/*' 'runtime/trial/*'
    only unistd.h runtime/platform/platform_posix.c runtime/platform/file_posix.c 'runtime/cpu/*' 'runtime/trial/*' \
        'gen/command_line/*' 'gen/run/*' 'gen/build/*' 'gen/images/*' 'gen/trial/*' 'gen/write/*' 'gen/frontend/unit/*' gen/support/plain_file.c \
        gen/support/terminal.c
    only pthread.h runtime/platform/platform.h 'runtime/cpu/*' 'runtime/trial/*' # platform.h needs the type of a mutex
}

# The runtime does not exit, and prints only for CUSTUB_LEAKS. A few files of the CPU driver may print.
# trial/ is a program.
check_manners() {
    grep -rnE --include='*.c' --exclude-dir=cpu --exclude-dir=trial \
        '(^|[^a-z_])(printf|fprintf|puts|fputs|perror|exit|abort) *\(' runtime |
        grep -v '^runtime/memory/leaks[.]c:[0-9]*: *fprintf(stderr' |
        while IFS= read -r line; do fail "$line: the runtime must not print or exit"; done
    # These print what is wrong with a kernel, an image or a setting; the call returns only a number.
    grep -rlE '(^|[^a-z_])(stderr|perror|write *\(STDERR_FILENO)' --include='*.c' runtime/cpu |
        grep -vxE 'runtime/cpu/(checker/report|entry/driver_entry|image/module|image/image_loader|execute/kernel/output|execute/kernel/trap)[.]c' |
        while IFS= read -r file; do fail "$file: this file of the CPU driver must not print"; done
    grep -rnE --include='*.c' '(^|[^a-z_])getenv *\(' runtime | while IFS= read -r line; do
        fail "$line: use secure_getenv(): a program with more rights than its user must ignore variables"
    done
    grep -rnE '^ *(threadIdx|blockIdx|blockDim|gridDim)(\.[xyz])? =' runtime/cpu/include/custub/cpu |
        while IFS= read -r line; do
            fail "$line: use CUSTUB_CPU_OWN(): gcc 14 takes this for a constant where images are checked"
        done
}

# --- Prose ----------------------------------------------------------------------------------------

# No sentence begins with "Of …": the subject comes first.
check_sentences() {
    git ls-files 2>/dev/null >"$scratch/files" && [ -s "$scratch/files" ] ||
        find . -type f | sed 's|^[.]/||' | grep -v '^build' >"$scratch/files"
    grep -vE '^tests/(corpus|fuzz|golden)/|^tests/docs/check[.]sh$|^LICENSE$' "$scratch/files" |
        tr '\n' '\0' | xargs -0 grep -nIE '(^|[.:*/#"] +|^[*/# "]+)Of [a-z]' /dev/null |
        while IFS= read -r line; do fail "$line: begin with the subject, not with \"Of …\""; done
}

# --- Headers --------------------------------------------------------------------------------------

# alone LANGUAGE HEADER [FLAG...]: the header must compile by itself.
alone() {
    language=$1
    header=$2
    shift 2
    printf '#include "%s"\nextern int something;\n' "$PWD/$header" >"$scratch/unit.$language"
    case $language in
    c) set -- "${CC:-cc}" -std=c11 "$@" ;;
    *) set -- "${CXX:-c++}" -x c++ -std=c++17 "$@" ;;
    esac
    "$@" -fsyntax-only -Werror -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Iruntime/include \
        -Iruntime/cpu/include -Iruntime/shared "$scratch"/unit.c* >"$scratch/output" 2>&1 || {
        fail "$header: does not compile alone with $*"
        cat "$scratch/output"
    }
    rm -f "$scratch"/unit.c*
}

# The build shows that a header compiles alone if the source of the same name includes it before all else.
is_first_in_its_source() { # HEADER
    first=$(grep -m 1 '^ *#' "${1%.h}.c" 2>/dev/null | sed -n 's/^#include "\(.*\)"$/\1/p')
    case $1 in
    */"${first:-none}") ;;
    *) return 1 ;;
    esac
}

check_headers() {
    for header in runtime/include/custub/*.h runtime/cpu/include/custub/*.h; do
        case $header in
        */assertion.h | */cpu_device.h | */cpu_linked.h | */cpu_refused.h) ;; # C++, for the compilers of kernels
        *) alone c "$header" ;;
        esac
        alone cpp "$header"
    done
    for header in runtime/include/custub/*.hpp; do alone cpp "$header"; done
    for header in $(find runtime/cpu/include/custub/cpu -name '*.h'); do alone cpp "$header"; done
    # Headers of the front end need libclang's.
    find gen runtime -name '*.h' -not -path '*/include/*' -not -path 'gen/frontend/*' |
        while IFS= read -r header; do
            ! is_first_in_its_source "$header" || continue
            case $header in
            runtime/cpu/*) alone c "$header" -Iruntime/cpu ;;
            runtime/driver/driver_symbols.h) ;; # a table, not a header: its includers define the macro
            *) alone c "$header" "-I${header%%/*}" -Iruntime/shared ;;
            esac
        done
}

check_ids
check_annotations
check_tests
check_statuses
check_json
check_links
check_paths
check_examples
check_rooms
check_system_headers
check_manners
check_sentences
check_headers
if [ -s "$failures" ]; then
    echo "$(wc -l <"$failures") wrong"
    exit 1
fi
