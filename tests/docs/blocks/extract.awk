# Writes each fenced block of a document to FOLDER/<line>.<language>, and prints a line about each: the line of
# its fence, the language, and what comments before it say, or "-": the frame of <!-- frame: NAME -->, and
# <!-- prepare: F --> or <!-- not run: WHY -->.
#
#   awk -v folder=FOLDER -f extract.awk DOCUMENT
/^ *```/ {
    if (inside) {
        inside = 0
        close(file)
        next
    }
    inside = 1
    indent = match($0, /[^ ]/) - 1
    language = substr($0, indent + 4)
    if (language == "")
        language = "nothing"
    file = folder "/" FNR "." language
    printf "" >file
    print FNR "\t" language "\t" (frame == "" ? "-" : frame) "\t" (comment == "" ? "-\t-" : comment)
    comment = frame = ""
    next
}
inside { print substr($0, indent + 1) >file; next }
/^ *<!-- (prepare|frame|not run): .* -->$/ {
    text = $0
    sub(/^ *<!-- /, "", text)
    sub(/ -->$/, "", text)
    at = index(text, ":")
    if (text ~ /^frame/)
        frame = substr(text, at + 2)
    else
        comment = substr(text, 1, at - 1) "\t" substr(text, at + 2)
    next
}
NF { comment = frame = "" }
