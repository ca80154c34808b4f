# Compares what a command printed with what a document shows. "…" matches any characters of a line; alone on a
# line it matches any lines. Prints the first line that differs, and exits with 1.
#
#   awk -f match.awk SHOWN PRINTED
function like(shown, printed,    parts, count, i, at) {
    count = split(shown, parts, /…/)
    if (count == 1)
        return shown == printed
    if (index(printed, parts[1]) != 1)
        return 0
    printed = substr(printed, length(parts[1]) + 1)
    for (i = 2; i < count; i++) {
        at = index(printed, parts[i])
        if (!at)
            return 0
        printed = substr(printed, at + length(parts[i]))
    }
    return length(printed) >= length(parts[count]) &&
           substr(printed, length(printed) - length(parts[count]) + 1) == parts[count]
}
FNR == 1 { files++ }
files == 1 && FILENAME == ARGV[1] { shown[++shown_count] = $0; next }
{ printed[++printed_count] = $0 }
END {
    at = 1
    for (i = 1; i <= shown_count; i++) {
        if (shown[i] == "…") {
            any = 1
            continue
        }
        while (any && at <= printed_count && !like(shown[i], printed[at]))
            at++
        if (at > printed_count || !like(shown[i], printed[at])) {
            print "  shown:   " shown[i]
            print "  printed: " (at > printed_count ? "nothing more" : printed[at])
            exit 1
        }
        any = 0
        at++
    }
    if (!any && at <= printed_count) {
        print "  not shown: " printed[at]
        exit 1
    }
}
