# Turns the comments of a public header into those that Doxygen reads. Every line keeps its number.
#
#   awk -f filter.awk HEADER
#
# - The first comment is about the file. "/* --- Streams --- */" begins a group, which the comment after it
#   describes if a blank line follows that one.
# - A comment before a declaration is about it, and about the next ones without a comment, up to a blank line. A
#   comment at the end of a line is about what is on the line.
# - Indented lines of a comment are code.
# - A word in backquotes is a name in what the comment is about. If there is no such name it becomes a reference,
#   of which Doxygen warns if nothing is called so.
# - Left out are macros that end in "_" or are undefined again, and what macros declare at file scope.

{ line[NR] = $0 }

END {
    language = FILENAME ~ /hpp$/ ? "cpp" : "c"
    leave_out()
    for (i = 1; i <= NR; i++)
        if (line[i] ~ /^(typedef )?(struct|enum) .*[{]$/)
            members = members code_names(i, closing(i, "^}"))
    for (i = 1; i <= NR; i++) {
        if (i in left_out)
            print ""
        else if (body)
            skip()
        else if (line[i] ~ /^ *\/\*/)
            comment()
        else if (type)
            member()
        else
            declare()
    }
    if (grouped)
        print "/**@}*/"
}

# --- What is left out --------------------------------------------------------------------------------------

function leave_out(    i, name, undefined) {
    for (i = 1; i <= NR; i++)
        if (line[i] ~ /^#undef /)
            undefined[substr(line[i], 8)]
    for (i = 1; i <= NR; i++) {
        name = macro_name(line[i])
        if (name ~ /_$/ || name in undefined)
            while (line[i] ~ /\\$/)
                left_out[i++]
        else if (line[i] ~ /^[A-Z_]+\(/)
            while (line[i] !~ /\)( *\/\*.*)?$/)
                left_out[i++]
        else if (line[i] ~ /^static_assert/)
            while (line[i] !~ /;$/)
                left_out[i++]
        else
            continue
        left_out[i]
    }
}

function macro_name(text) {
    if (text !~ /^#define /)
        return ""
    sub(/^#define /, "", text)
    sub(/[^A-Za-z0-9_].*/, "", text)
    return text
}

# --- Declarations ------------------------------------------------------------------------------------------

# `declaration` is the text of the one that has begun; `covered` is "?" after a comment, and then the name of the
# first declaration after it.
function declare(    text) {
    text = line[i]
    if (text ~ /^#define /)
        define()
    else if (text ~ /^#|^extern "C/)
        print text
    else if (text == "" || text ~ /^}/ || declaration ~ /^namespace/) {
        print (text ~ /^} \/\/ namespace/ ? end_of_group() : "") text
        if (text == "" || declaration ~ /^namespace/)
            covered = ""
        declaration = ""
    } else {
        if (declaration == "" && text !~ /^namespace/)
            printf "%s", same_comment("/** ")
        declaration = declaration text " "
        if (text ~ /[{]$/)
            open()
        else
            print_with_comment(code_names(i, i))
        if (text ~ /;( *\/\*.*)?$/)
            finish()
    }
}

function define(    first) {
    first = i
    declaration = line[i]
    while (line[i] ~ /\\$/)
        print line[i++]
    if (line[i] ~ /\/\*/)
        print_with_comment(code_names(first, i))
    else
        print line[i] same_comment(" /**< ")
    finish()
}

# A type is read member by member, the body of a function not at all.
function open() {
    print line[i]
    if (declaration ~ /^(template <.*> )?(typedef )?(struct|class|enum|union) /)
        type = code_names(i - 1, closing(i, "^}"))
    else
        body = "^}"
    finish()
}

function finish() {
    if (covered == "?")
        covered = name_of(declaration)
    declaration = ""
}

function same_comment(begin) {
    if (!covered || covered == "?" || covered == name_of(declaration))
        return ""
    return begin "@copydoc " (language == "cpp" ? "custub::" : "") covered " */ "
}

function name_of(text) {
    if (text ~ /^#define /)
        return macro_name(text)
    sub(/^template <[^>]*> /, "", text)
    if (text ~ /^using /)
        text = substr(text, 7)
    else if (text ~ /^(typedef )?(struct|class|enum|union) .*[{]/)
        sub(/^(typedef )?(struct|class|enum|union) /, "", text)
    else {
        sub(text ~ /\(/ ? "[(].*" : ";.*", "", text)
        sub(/^.*[^A-Za-z0-9_]/, "", text)
    }
    sub(/[^A-Za-z0-9_].*/, "", text)
    return text
}

function member() {
    if (line[i] ~ /^    [{]$/) {
        body = "^    }"
        print line[i]
    } else if (line[i] ~ /^ +[A-Z0-9_]+( = [^,*]+)?,?$/)
        print line[i] " /**< &nbsp; */" # an enumerator, which else would not be in the list
    else
        print_with_comment(type)
    if (line[i] ~ /^}/)
        type = ""
}

function skip() {
    print line[i]
    if (line[i] ~ body)
        body = ""
}

# --- Comments ----------------------------------------------------------------------------------------------

function comment(    last, name) {
    last = closing(i, "[*]/")
    if (line[i] ~ /^\/\* --- .* -+ \*\/$/)
        begin_group()
    else if (line[i] ~ /clang-format/ || last + 1 in left_out || is_about_condition(last + 1))
        drop(last)
    else if (i == 1) {
        name = FILENAME
        sub(/.*\//, "", name)
        match(line[1], /^[^:]*: */) # its name is said by the page
        line[1] = toupper(substr(line[1], RLENGTH + 1, 1)) substr(line[1], RLENGTH + 2)
        write("/**", last, code_names(1, NR), " @file " name " */")
    } else if (described) {
        described = 0
        write(" *", last, code_names(1, NR), " */ /**@{*/")
    } else if (type)
        write("/**", last, type, " */")
    else if (line[last + 1] == "")
        drop(last)
    else {
        write("/**", last, code_names(last + 1, paragraph(last + 1)), " */")
        covered = "?"
    }
}

# A comment before "#if" is about what is defined after that, or about the condition.
function is_about_condition(next_line) {
    return line[next_line] ~ /^#if/ && line[next_line + 1] !~ /^#define /
}

function drop(last) {
    for (; i < last; i++)
        print ""
    print ""
}

function begin_group(    title, next_comment) {
    title = line[i]
    sub(/^\/\* -+ /, "", title)
    sub(/ -+ \*\/$/, "", title)
    for (next_comment = i + 1; line[next_comment] == ""; next_comment++)
        ;
    described = line[next_comment] ~ /^\/\*/ && line[next_comment] !~ /^\/\* ---/ &&
                line[closing(next_comment, "[*]/") + 1] == ""
    print end_of_group() "/** @name " escaped(title) (described ? "" : " */ /**@{*/")
    grouped = 1
}

function end_of_group(    was) {
    was = grouped
    grouped = 0
    return was ? "/**@}*/ " : ""
}

# Prints a line of code with the comment at its end.
function print_with_comment(names,    start) {
    start = index(line[i], "/*")
    if (start == 0 || line[i] ~ /^#[^d]/)
        print line[i]
    else {
        printf "%s", substr(line[i], 1, start - 1)
        line[i] = substr(line[i], start)
        write("/**<", closing(i, "[*]/"), names, " */")
    }
}

# Prints the comment from line i to line `last`. It is about `names`.
function write(begin, last, names, end,    first, k, text, out, is_code) {
    first = i
    quoted = 0
    for (; i <= last; i++) {
        text = line[i]
        sub(/ *\*\/$/, "", text)
        sub(i == first ? "^ */[*]+<? ?" : "^ *([*] ?)?", "", text)
        if (text ~ /^    / && line[i] ~ /^ \*/) {
            if (!is_code)
                out[i - 1] = out[i - 1] " @code{.unparsed}"
            is_code = 1
        } else {
            if (is_code)
                out[i - 1] = out[i - 1] " @endcode"
            is_code = 0
            text = escaped(text, names)
        }
        out[i] = (i == first ? begin : " *") (text == "" ? "" : " ") text
    }
    i = last
    out[last] = out[last] (is_code ? " @endcode" : "") end
    for (k = first; k <= last; k++)
        print out[k]
}

# Text outside of backquotes has nothing that Doxygen takes for a command or for HTML.
function escaped(text, names,    parts, k, n, result) {
    n = split(text, parts, /`/)
    for (k = 1; k <= n; k++) {
        if (!quoted)
            parts[k] = plain(parts[k])
        else if (k < n && parts[k] ~ /^[A-Za-z_][A-Za-z_0-9]*$/ && !index(names members, " " parts[k] " "))
            parts[k] = "@ref " parts[k]
        else
            parts[k] = "`" parts[k] (k < n ? "`" : "")
        if (k < n)
            quoted = !quoted
        result = result parts[k]
    }
    return result
}

function plain(text) {
    gsub(/[\\@<>#%&*]/, "\\\\&", text)
    gsub(/__[a-z]+__/, "`&`", text) # else what is between them is bold
    return text
}

# --- Places ------------------------------------------------------------------------------------------------

# The first line from `i` on that `end` matches.
function closing(i, end) {
    while (line[i] !~ end && i < NR)
        i++
    return i
}

# The last line before a blank one that is not inside braces.
function paragraph(i,    depth, text) {
    for (; i <= NR && (depth > 0 || line[i] != ""); i++) {
        text = line[i]
        depth += gsub(/[{]/, "", text) - gsub(/[}]/, "", text)
    }
    return i - 1
}

# The words of the code from line `first` to line `last`, with a space around each.
function code_names(first, last,    k, text, inside, result) {
    for (k = first; k <= last; k++) {
        text = line[k]
        if (inside && text !~ /\*\//)
            continue
        if (inside)
            sub(/^.*\*\//, "", text)
        inside = text ~ /\/\*/ && text !~ /\*\//
        sub(/\/\*.*/, "", text)
        result = result " " text
    }
    gsub(/[^A-Za-z0-9_]+/, " ", result)
    return " " result " "
}
