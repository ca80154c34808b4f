#!/bin/sh
# suggest.sh BIN SOURCE WORK NAME: what `custub_trial --suggest` finds for NAME.cu is what NAME.expected says, and what is
# read of the host's code what NAME.host says, if there is one. BIN is the folder of custub and custub_trial, SOURCE that
# of this script. RENEW=1 writes the expected files.
set -u
bin=$1 source=$(cd "$2" && pwd) work=$3 name=$4

fail() {
    echo "suggest.sh: $1" >&2
    exit 1
}

rm -rf "$work"
mkdir -p "$work" || exit 1
first=$(sed -n 's/.*__global__ void \([a-z_]*\)(.*/\1/p' "$source/$name.cu" | head -n 1)
"$bin/custub" suggest "$source/$name.cu" "$first" -o "$work" --launches 1 --no-cuda >"$work/build.log" 2>&1
[ -f "$work/$name.trial.so" ] || { cat "$work/build.log"; fail "no library was built"; }

suggest() { # [options…]
    "$bin/custub_trial" "$work/$name.trial.so" --stem "$name" --unit trial --suggest --seconds 600 \
        --host "$work/$name.host" "$@"
}

[ -z "${RENEW-}" ] || [ ! -f "$source/$name.host" ] || cp "$work/$name.host" "$source/$name.host"
[ ! -f "$source/$name.host" ] || diff -u "$source/$name.host" "$work/$name.host" || fail "other host code was read"

# On a slow machine large launches are left out, so numbers of launches are not compared.
suggest --launches 100 --seed 1 --tried "$work/tried" >"$work/output" || fail "exit status $?"
sed -e 's/[0-9]* launches/N launches/g' -e 's/touched in [0-9]*$/touched in N/' "$work/output" >"$work/found"
[ -z "${RENEW-}" ] || cp "$work/found" "$source/$name.expected"
diff -u "$source/$name.expected" "$work/found" || fail "other contracts were found"

# Guesses are not for patches.
awk -F"'" '/: kernel / { kernel = $2 } / guessed: allocated/ { sub(/ *guessed.*/, ""); sub(/^ *[A-Za-z_0-9]* /, ""); print kernel, $0 }' \
    "$work/output" | while read -r kernel guess; do
    ! grep "^$kernel	" "$work/tried" | grep -qF "$guess" || fail "'$guess' of '$kernel' was only guessed"
done || exit 1

suggest --launches 20 --contract-of "$first" >"$work/declaration" || fail "exit status $?"
grep -q "CUSTUB_CONTRACT_OF($first)" "$work/declaration" || fail "no declaration"
grep -q "^ *[a-z]* CUSTUB_COUNTED_BY(.*) *tried: never beyond" "$work/declaration" ||
    fail "a declaration without evidence"
{
    printf '#include "%s/%s.cu"\n' "$source" "$name"
    cat "$work/declaration"
} >"$work/declared.cu"
"$bin/custub" gen "$work/declared.cu" -o "$work" --no-cuda || fail "the generator refuses the declaration"
echo "ok: the contracts are found"
