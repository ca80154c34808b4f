#!/bin/sh
# A file must see the same predefined macros in custub as in nvcc's device pass, in each dialect.
#
#   compilers_macros.sh CUSTUB NVCC NAMES 'OPTIONS'…   with each of these options of nvcc
#
# NAMES has all macros that clang 14 and 22 predefine. In OPTIONS, HARDENED is a gcc as Ubuntu configures it.
set -u
custub=$1
nvcc=$2
names_of_clang=$3
shift 3
export LC_ALL=C
[ "$nvcc" ] || {
    echo 'skipped: it needs nvcc'
    exit 77
}
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
: >empty.cu
printf '#!/bin/sh\nexec gcc -D_FORTIFY_SOURCE=3 -fstack-protector-strong "$@"\n' >HARDENED
chmod +x HARDENED

# The macros of the compiler and the command line, without those of headers, as "name text".
predefined() {
    awk '/^# [0-9]+ "/ { own = $3 ~ /built-in|command-line/ }
        own && /^#define / { sub(/^#define /, ""); print }' | sort
}
# One kernel for each macro that nvcc has. Its name or parameter shows what the macro is in custub. Types
# and numbers are compared as such.
probe_known() {
    cat <<'C'
#define TEXT_(...) #__VA_ARGS__
#define TEXT(...) TEXT_(__VA_ARGS__)
constexpr bool equal(const char *a, const char *b) {
    return *a == *b && (!*a || equal(a + 1, b + 1)); }
template <class A, class B> struct same { static constexpr bool value = false; };
template <class A> struct same<A, A> { static constexpr bool value = true; };
#define PROBE(name, ...) \
    extern "C" __global__ void probe_##name(char (*a)[(__VA_ARGS__) ? 1 : 2]) {}
C
    awk '{
        name = $1; text = $0; sub(/^[^ ]* ?/, "", text)
        if (name ~ /\(/) next
        if (name ~ /_SUFFIX__$/) same = "equal(TEXT(" name "), \"" text "\")"
        else if (name ~ /_TYPE__$/) same = "same<" name ", " text ">::value"
        else if (text ~ /^(\(?-?[0-9.]|[A-Z_]+$)/ || text ~ /^(double)?\(/)
            same = "(" name " + 0) == (" text ")"
        else { gsub(/["\\]/, "\\\\&", text); same = "equal(TEXT(" name "), \"" text "\")" }
        print "#ifdef " name "\nPROBE(" name ", " same ")\n#else"
        print "extern \"C\" __global__ void lacks_" name "(int) {}\n#endif" }'
}
# One kernel for each macro that clang has and nvcc does not.
probe_unknown() {
    while read -r name; do
        printf '#ifdef %s\nextern "C" __global__ void has_%s(int) {}\n#endif\n' "$name" "$name"
    done
}
# Reads the table that `custub list` prints.
differences() {
    awk '/ (lacks|has)_/ { i = index($2, "_"); print substr($2, 1, i - 1), substr($2, i + 1) }
        / probe_/ { name = substr($2, 7) }
        /char \(\*\)\[2\]/ { print "differs", name }'
}

for options in "$@"; do
    # Each word is an option.
    # shellcheck disable=SC2086
    "$nvcc" -E -arch=sm_80 $options -Xcompiler -dD empty.cu | predefined >known || exit 1
    [ "$(wc -l <known)" -gt 200 ] || { echo 'nvcc predefines too little'; exit 1; }
    cut -d' ' -f1 known | sed 's/(.*//' | sort -u >names
    {
        grep -v '_\(FLT\(16\|32X\?\|64X\?\|128\)\|BFLT16\|DEC[0-9]*\)_' known | probe_known
        comm -13 names "$names_of_clang" | probe_unknown
    } >probe.cu
    # shellcheck disable=SC2086
    "$custub" list probe.cu --arch sm_80 -- $options >list || exit 1
    [ "$(grep -c ' probe_' list)" -gt 200 ] || { echo 'custub has too few'; exit 1; }
    # clang does not have this type on the device.
    differences <list | grep -v '^lacks __SIZEOF_FLOAT80__$' | sed "s|^|nvcc $options: custub |"
done >wrong
cat wrong
[ ! -s wrong ]
