#!/bin/sh
# docs/figures/refused.svg shows what the program of README.md prints, and prints after the mistake that README.md
# describes. RENEW=1 writes the figure again.
#
#   picture.sh PROJECT_DIR BUILD_DIR      CC, FLAGS: the C compiler and its flags
set -eu
export LC_ALL=C
root=$1
build=$2
figure=$root/docs/figures/refused.svg
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/blocks"
awk -v folder="$work/blocks" -f "$root/tests/docs/blocks/extract.awk" "$root/README.md" >/dev/null
cp "$work"/blocks/*.cuda "$work/saxpy.cu"
cp "$(grep -l 'int main' "$work"/blocks/*.c)" "$work/main.c"
cd "$work"
"$build/bin/custub" build saxpy.cu --no-cuda -o out

# printed: what the program prints, on the CPU driver.
printed() {
    # shellcheck disable=SC2086
    "${CC:-cc}" -std=c11 ${FLAGS:-} -Iout "-I$root/runtime/include" -o demo main.c out/libsaxpy.a \
        "$build/lib/libcustub.a" -ldl -lpthread -lm
    CUSTUB_DRIVER=cpu CUSTUB_CPU_DRIVER="$build/lib/libcustub_cpu.so.1" ./demo 2>&1 || true
}

{
    echo '$ ./build/demo'
    printed
    echo "\$ sed -i 's/NULL, 1000/NULL, 1001/' main.c && cmake --build build && ./build/demo"
    sed -i 's/NULL, 1000/NULL, 1001/' main.c
    printed
} >text
awk '
    BEGIN {
        print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 780 112\" width=\"780\" height=\"112\">"
        print "<style>text{font:13px monospace;fill:#ddd;white-space:pre}.c{fill:#8f8}.r{fill:#f99}</style>"
        print "<rect width=\"780\" height=\"112\" rx=\"6\" fill=\"#222\"/>"
    }
    {
        gsub(/&/, "\\&amp;")
        gsub(/</, "\\&lt;")
        class = /^\$/ ? "c" : /^saxpy:/ ? "r" : ""
        printf "<text x=\"14\" y=\"%d\" class=\"%s\">%s</text>\n", 8 + 22 * NR, class, $0
    }
    END { print "</svg>" }' text >svg
cat text
if [ -n "${RENEW:-}" ]; then
    cp svg "$figure"
elif ! diff -u "$figure" svg; then
    echo 'docs/figures/refused.svg is out of date; run RENEW=1 sh tests/docs/picture.sh . build'
    exit 1
fi
