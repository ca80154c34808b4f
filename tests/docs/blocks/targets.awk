# The names that commands of CMake give targets, one a line. A line of input is a command of which the
# closing parenthesis is missing: set, list, foreach, or one whose first argument is such a name.

# The words of the command from the given one.
function from(first,    text, i)
{
    for (i = first; i <= NF; i++)
        text = text " " $i
    return text
}

$1 == "set" { lists[$2] = from(3) }
$1 == "list" && $2 == "APPEND" { lists[$3] = lists[$3] from(4) }
$1 == "foreach" {
    variable = "${" $2 "}"
    words = $3 == "IN" && $4 == "LISTS" ? lists[$5] : from(3)
}
$1 !~ /^(set|list|foreach)$/ {
    at = index($2, variable)
    if (variable == "" || at == 0) {
        print $2
        next
    }
    count = split(words, word, " ")
    for (i = 1; i <= count; i++)
        print substr($2, 1, at - 1) word[i] substr($2, at + length(variable))
}
