# Makes a function of a block of C: awk -v line=LINE -v document=NAME -f function.awk FILE
# Includes and functions come before it. Afterwards the block's own `error`, or the frame's, has no failure.
/^#if/ { condition = 1 } # a block of conditions comes before, with its includes
condition {
    before = before "\n" $0
    body = body "\n"
    if (/^#endif/)
        condition = 0
    next
}
/^#include/ { before = before "\n" $0; body = body "\n"; next }
/^static .*[^;]$/ { inside = 1 }
inside {
    before = before "\n#line " line + FNR " \"" document "\"\n" $0
    body = body "\n"
    if (/^}/)
        inside = 0
    next
}
{ body = body $0 "\n" }
END {
    print before
    print "static void block_" line "(void)\n{"
    printf "#line %d \"%s\"\n%s", line + 1, document, body
    print "    require(&error, " line ");\n}"
}
