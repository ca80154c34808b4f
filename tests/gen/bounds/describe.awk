# Describes the kernels of optimized PTX for rewrite_ptx: a pointer is what is loaded from the
# parameters and converted to an address in global memory, or passed to a function.
function align(n, a) { return int((n + a - 1) / a) * a }
/\.entry / {
    symbol = $0
    sub(/.*\.entry */, "", symbol)
    sub(/\(.*/, "", symbol)
    end = 0
    delete starts
    delete loaded
    delete found
}
symbol != "" && /^\t\.param/ {
    n = 1
    size = 4
    a = 0
    name = $NF
    sub(/,$/, "", name)
    for (i = 1; i <= NF; i++) {
        if ($i ~ /^\.[busf](8|16|32|64)$/) { size = substr($i, 3) / 8 }
        if ($i == ".align" && $(i - 1) != ".ptr") a = $(i + 1)
    }
    if (name ~ /\[/) {
        n = name
        sub(/.*\[/, "", n)
        sub(/\].*/, "", n)
        sub(/\[.*/, "", name)
    }
    if (!a) a = size
    starts[name] = align(end, a)
    end = starts[name] + size * n
}
/^}/ {
    if (symbol != "") {
        line = symbol
        for (offset in found)
            line = line " p" offset ":" offset
        print line
        symbol = ""
    }
}
symbol != "" && /ld\.param\.[ub]64/ {
    reg = $2
    sub(/,$/, "", reg)
    place = $3
    gsub(/[\[\];]/, "", place)
    offset = 0
    if (place ~ /\+/) {
        offset = place
        sub(/.*\+/, "", offset)
        sub(/\+.*/, "", place)
    }
    if (place in starts)
        loaded[reg] = starts[place] + offset
}
symbol != "" && /cvta\.to\.global/ {
    reg = $3
    sub(/;$/, "", reg)
    if (reg in loaded)
        found[loaded[reg]] = 1
}
symbol != "" && /st\.param\.b64/ {
    reg = $3
    sub(/;$/, "", reg)
    if (reg in loaded)
        found[loaded[reg]] = 1
}
