#!/bin/sh
# A trial finds what is wrong with each contract of a source. The comment before a kernel says what:
#
#   // finds: WORDS | n = 1, m = 0
#
# A line about the kernel has these words (`…` is any text), and the launch that it shows has these numbers.
# Kernels without such a comment are right: nothing is found. On a GPU the same is found in other words, apart from
# what it does not see: that may be found.
#
#   wrong_contracts.sh CUSTUB SOURCE --no-cuda | --device cuda [OPTIONS…]
set -u
custub=$1
source=$2
shift 2
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT

"$custub" try "$source" --seconds 60 --launches 300 "$@" >"$scratch/found" 2>"$scratch/messages"
status=$?
! grep -q 'trial-impossible' "$scratch/messages" || {
    cat "$scratch/messages"
    exit 77
}
[ $status -eq 1 ] || {
    echo "custub try: exit status $status, not 1"
    cat "$scratch/messages"
    exit 1
}
awk -v "options=$*" '
    # What a GPU says in place of the words; "": anything, or nothing.
    function on_gpu(words) {
        if (words ~ /race|never written|barrier|^divi|order of the|memory of/)
            return ""
        sub(/misaligned: access to .*/, "misaligned: ", words)
        sub(/memory: write of/, "memory: writes", words)
        if (words ~ /after the end|before|at the end|^of|^read of/)
            return "beyond the contract: " (match(words, /\047.*\047/) ? "…" substr(words, RSTART + 1, RLENGTH - 2) : "")
        return words
    }
    function has(text, words,    parts, count, i, at) {
        count = split(words, parts, "…")
        for (i = 1; i <= count; i++) {
            at = index(text, parts[i])
            if (!at)
                return 0
            text = substr(text, at + length(parts[i]))
        }
        return 1
    }
    function has_all(text, numbers,    parts, count, i) {
        count = split(numbers, parts, ", ")
        for (i = 1; i <= count; i++)
            if (!has(text, parts[i]))
                return 0
        return 1
    }
    function check_kernel(kernel,    i, found) {
        for (i = 1; i <= lines && line[i] !~ "^" kernel ": [0-9]+ launch"; i++)
            if (index(line[i], kernel ": not tried: ") == 1)
                break
        if (i > lines || line[i] ~ ": not tried: ") {
            print "kernel " kernel ": " (i > lines ? "not tried" : line[i])
            wrong++
            return
        }
        if (kernel in words && words[kernel] == "")
            return
        for (i = 1; i <= lines; i++)
            if (has(line[i], "kernel \047" kernel "\047")) {
                found++
                if (has(line[i], words[kernel]) && has_all(line[i + 1], numbers[kernel]))
                    return
            }
        if (!(kernel in words) && !found)
            return
        wrong++
        if (kernel in words)
            print "kernel " kernel ": not found: " words[kernel] " | " numbers[kernel]
        else
            print "kernel " kernel ": found, although it is right"
        for (i = 1; i <= lines; i++)
            if (has(line[i], "kernel \047" kernel "\047"))
                print "    " line[i] "\n" line[i + 1]
    }
    FILENAME == ARGV[1] { line[++lines] = $0; next }
    sub(/^\/\/ finds: /, "") { expected = $0; next }
    match($0, /void [a-z0-9_]+\(/) && $0 ~ /__global__/ {
        kernel = substr($0, RSTART + 5, RLENGTH - 6)
        kernels[++count] = kernel
        if (expected != "") {
            split(expected, parts, " [|] ")
            words[kernel] = options ~ /--device cuda/ ? on_gpu(parts[1]) : parts[1]
            numbers[kernel] = parts[2]
        }
        expected = ""
    }
    END {
        for (k = 1; k <= count; k++)
            check_kernel(kernels[k])
        print count - wrong + 0 " of " count " as expected"
        exit wrong > 0 || count == 0
    }
' "$scratch/found" "$source" && exit 0
head -n 5 "$scratch/messages"
exit 1
