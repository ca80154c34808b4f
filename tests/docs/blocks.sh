#!/bin/sh
# Compiles and runs every fenced block of the documents, without a GPU and without nvcc.
#
#   blocks.sh PROJECT_DIR BUILD_DIR GENERATED SAMPLES CHECKED LIBRARIES [DOCUMENT...]
#
# BUILD_DIR: its bin and lib are used. GENERATED, SAMPLES, CHECKED: the folders of custub's outputs for
# custub_document_kernels, custub_sample_kernels and custub_checker_kernels. LIBRARIES: what programs link,
# separated by colons. CC, CXX, FLAGS: the compilers and their flags.
#
# What is done with a block depends on its language:
#   console   the lines after "$ " are run, and what they print is compared (blocks/console.sh)
#   c, cpp    compiled into a program and run on the CPU driver (blocks/program.sh)
#   cuda      read by `custub gen`        cmake  configured          make  `make -n`
#   sh        each command, option, target and file has to exist (blocks/commands.sh)
#   text      not code: a drawing, a form, measurements
# Others fail. frames/c and frames/cuda have, by document, what a block needs around it; a comment before a block,
# <!-- frame: NAME -->, names another one; <!-- prepare: F -->, a function of frames/prepare/<DOCUMENT>.sh, which runs
# before it; <!-- not run: WHY --> an exception: C is only compiled, if there is a frame. docs/CXX.md has
# tests/cxx/document.sh.
set -u
export LC_ALL=C.UTF-8
shared=$(mktemp -d) || exit 3
trap 'rm -rf "$shared"' EXIT
# Names without blanks for all of them.
ln -s "$(cd "$1" && pwd)" "$shared/root"
ln -s "$2" "$shared/prefix"
ln -s "$3" "$shared/generated"
ln -s "$4" "$shared/samples"
ln -s "$5" "$shared/checked"
root=$shared/root
prefix=$shared/prefix
generated=$shared/generated
samples=$shared/samples
checked=$shared/checked
libraries=
mkdir "$shared/libraries"
for library in $(echo "$6" | tr ': ' '\n?'); do
    ln -s "$(echo "$library" | tr '?' ' ')" "$shared/libraries/"
    libraries="$libraries $shared/libraries/${library##*/}"
done
shift 6
here=$root/tests/docs
cc=${CC:-cc}
cxx=${CXX:-c++}
flags=${FLAGS:-}
include="-I$root/tests/docs/frames/c -I$root/runtime/include"
: >"$shared/failures"
: >"$shared/exceptions"
: >"$shared/languages"

fail() {
    echo "$*" | tee -a "$shared/failures" >&2
}

# shellcheck source=tests/docs/blocks/console.sh
. "$here/blocks/console.sh"
# shellcheck source=tests/docs/blocks/program.sh
. "$here/blocks/program.sh"
# shellcheck source=tests/docs/blocks/commands.sh
. "$here/blocks/commands.sh"
# shellcheck source=tests/docs/blocks/build_files.sh
. "$here/blocks/build_files.sh"

# `custub` of the documents. No block needs a toolkit's header, so none is looked for.
mkdir "$shared/bin"
cat >"$shared/bin/custub" <<C
#!/bin/sh
command=\$1
shift
exec "$prefix/bin/custub" "\$command" --no-cuda "\$@"
C
chmod +x "$shared/bin/custub"
PATH=$shared/bin:$PATH
export CUSTUB_DRIVER=cpu CUSTUB_CPU_DRIVER="$prefix/lib/libcustub_cpu.so.1"

run_block() { # <file> <line> <language> <frame> <kind> <argument>
    frame=$4
    [ "$4" != - ] || frame=$name
    prepare=-
    case $5 in
    prepare) prepare=$6 ;;
    'not run')
        echo "  $document:$2: $6" >>"$shared/exceptions"
        [ -e "$here/frames/c/$frame.$3" ] || return
        ;;
    esac
    case $3 in
    console) run_console "$1" "$2" "$prepare" ;;
    c | cpp) add_to_program "$1" "$2" "$3" "$5" ;;
    cuda) read_by_custub "$1" "$2" ;;
    cmake) configure_block "$1" "$2" ;;
    make) make_block "$1" "$2" ;;
    sh) check_commands "$1" "$2" ;;
    python) check_python "$1" "$2" ;;
    text) ;;
    nothing) fail "$document:$2: a block without a language" ;;
    *) fail "$document:$2: no test knows the language '$3'" ;;
    esac
}

run_document() { # <document>
    cd "$root" || exit 3
    document=$1
    name=$(echo "${1%.md}" | sed 's|^docs/||; s|/|_|g')
    folder=$scratch/$name
    mkdir "$folder" "$folder/work" "$folder/programs"
    cd "$folder/work" || exit 3
    awk -v folder="$folder" -f "$here/blocks/extract.awk" "$root/$document" >"$folder/index"
    # shellcheck source=/dev/null
    [ ! -e "$here/frames/prepare/$name.sh" ] || . "$here/frames/prepare/$name.sh"
    while IFS='	' read -r line language framing kind argument; do
        echo "$language" >>"$shared/languages"
        run_block "$folder/$line.$language" "$line" "$language" "$framing" "$kind" "$argument"
    done <"$folder/index"
    run_programs
    return 0
}

# run_documents LANE DOCUMENT...: two lanes run at a time, each with its own scratch folder.
run_documents() {
    scratch=$shared/$1
    shift
    mkdir "$scratch"
    for one; do
        (run_document "$one") || fail "$one: the test of its blocks ended early"
    done
}

cd "$root" || exit 3
make_package "$shared/package"
if [ $# -gt 0 ]; then
    run_documents first "$@"
else
    run_documents first docs/ADOPTING.md docs/CHECKER.md docs/TRIALS.md docs/DIAGNOSTICS.md docs/HOST.md &
    # shellcheck disable=SC2046
    run_documents second README.md CONTRIBUTING.md kernels/README.md bench/README.md tests/fuzz/README.md \
        $(ls docs/*.md | grep -vE '/(ADOPTING|CHECKER|CXX|DIAGNOSTICS|HOST|TRIALS)')
    wait
fi
sort "$shared/languages" | uniq -c | awk '{ printf "%s%s %s", (NR > 1 ? ", " : "blocks: "), $1, $2 } END { print "" }'
echo "exceptions: $(wc -l <"$shared/exceptions")"
cat "$shared/exceptions"
[ ! -s "$shared/failures" ]
