#!/bin/sh
# Tests of what custub says about its command line, and of what it prints on a terminal.
#
#   help.sh CUSTUB
set -u
custub=$1
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
failures=0

check() {
    what=$1
    shift
    if ! "$@"; then
        echo "FAILED: $what"
        failures=$((failures + 1))
    fi
}
has() { grep -qF -- "$2" "$1"; }
lacks() { ! grep -qF -- "$2" "$1"; }
narrow() { ! grep -q '.\{81\}' "$1"; }

# --- Help -----------------------------------------------------------------------------------------

for words in --help -h help; do
    "$custub" $words >help 2>errors || check "custub $words succeeds" false
    check "custub $words names the commands" has help '  suggest  looks for'
done
"$custub" gen --help >gen.help
for words in 'gen -h' 'help gen' 'gen saxpy.cu --help' 'gen --what --help'; do
    # shellcheck disable=SC2086
    "$custub" $words >other 2>errors || check "custub $words succeeds" false
    check "custub $words is the help of gen" cmp -s gen.help other
done
check 'an option has its value and its meaning' has gen.help '  --depfile FILE    a rule for make or Ninja'
check 'an option of another command is not shown' lacks gen.help --cubin
for command in gen list verify bounds try suggest; do
    "$custub" help $command >help || check "custub help $command succeeds" false
    check "help of $command has an example" has help "  custub $command saxpy.cu"
    check "help of $command fits a terminal" narrow help
done
"$custub" --version >version
check '--version names custub and libclang' grep -q '^custub [0-9.]*, .*clang version [0-9]' version
"$custub" help nothing 2>errors
check 'help of no command is an error' test $? -eq 2
"$custub" --completion csh 2>errors
check 'completions of another shell are an error' test $? -eq 2
if [ -e /dev/full ]; then
    "$custub" --help >/dev/full
    check 'help that cannot be written is an error' test $? -eq 3
fi

# --- The manual page and completions --------------------------------------------------------------

"$custub" --manual >custub.1
if command -v groff >/dev/null; then
    groff -ww -man -Tascii -P-bc custub.1 >page 2>errors
    check 'groff has no warnings' test ! -s errors
    check 'the manual has the options' grep -q -- '--depfile' page
    check 'the manual has the exit codes' grep -q 'the command line is wrong' page
else
    echo 'not tested: no groff'
fi
if command -v mandoc >/dev/null; then
    mandoc -T lint -W warning custub.1 | grep -v "missing date" >errors
    check 'mandoc has no warnings' test ! -s errors || cat errors
else
    echo 'not tested: no mandoc'
fi
"$custub" --completion bash >custub.bash
complete_words() { # <words>…: what bash proposes for the last one
    bash -c '. ./custub.bash; COMP_WORDS=(custub "$@"); COMP_CWORD=$#; _custub; echo "${COMPREPLY[@]}"' _ "$@"
}
if command -v bash >/dev/null; then
    mkdir -p folder
    check 'bash completes a command' test "$(complete_words sug)" = suggest
    check 'bash completes an option' test "$(complete_words gen --de)" = --depfile
    check 'bash completes no option of another command' test -z "$(complete_words gen --cub)"
    check 'bash completes a folder' test "$(complete_words gen -o fol)" = folder
    check 'bash completes a file' test "$(complete_words gen custub.b)" = custub.bash
else
    echo 'not tested: no bash'
fi
for shell in zsh fish; do
    "$custub" --completion $shell >custub.$shell
    check "completions for $shell have the options" has custub.$shell depfile
    if command -v $shell >/dev/null; then
        check "$shell reads its completions" $shell -n custub.$shell
    else
        echo "not tested: no $shell"
    fi
done

# --- On a terminal --------------------------------------------------------------------------------

cat >wide.cu <<'C'
#include <custub/kernel.h>
extern "C" CUSTUB_THREADS(n) CUSTUB_BLOCK(256) CUSTUB_REQUIRES(n > 0) __global__ void k(
    unsigned n, float *x CUSTUB_COUNTED_BY(n) CUSTUB_ALIGNED(16))
{
    x[threadIdx.x] = 1;
}
C
echo 'extern "C" __global__ void k(unknown x) {}' >wrong.cu
"$custub" list wide.cu --no-cuda >table
check 'a table in a file has long lines' has table 'THREADS(n)  BLOCK(256)  REQUIRES(n > 0)  1-D'
"$custub" list wrong.cu --no-cuda 2>errors
check 'messages in a file have no colours' has errors 'wrong.cu:1:30: error: '
on_terminal() { # <columns> <command>
    script -qec "stty cols $1; $2" /dev/null </dev/null | tr -d '\r'
}
escape=$(printf '\033')
if command -v script >/dev/null && command -v stty >/dev/null && on_terminal 80 true >/dev/null 2>&1; then
    export TERM=xterm
    unset NO_COLOR
    on_terminal 40 "'$custub' list wide.cu --no-cuda" >table
    check 'a table on a terminal fits it' sh -c '! grep -q ".\{41\}" table'
    check 'a table on a terminal has all contracts' test "$(grep -c 'REQUIRES\|ALIGNED(16)' table)" -eq 2
    on_terminal 80 "'$custub' list wrong.cu --no-cuda" >errors
    check 'messages on a terminal have colours' has errors "$escape[1;31merror:$escape[0m"
    NO_COLOR=1 on_terminal 80 "'$custub' list wrong.cu --no-cuda" >errors
    check 'NO_COLOR turns colours off' lacks errors "$escape"
else
    echo 'not tested: no terminal (script, stty)'
fi

[ $failures -eq 0 ] || { echo "$failures failed"; exit 1; }
