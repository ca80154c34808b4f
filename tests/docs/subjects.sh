#!/bin/sh
# subjects.sh PROJECT_DIR: the subject of every commit since this file was added is "area: verb …", in the
# imperative, with at most 72 characters. Exits with 77 where there is no history to look at.
set -u
export LC_ALL=C
cd "$1" || exit 3
verbs="accept add allow answer ask assemble assert avoid begin bind bound build bump call catch change check
choose clear close collect combine compare compile compute convert copy correct count cover create cut
declare define delete deliver describe determine disable document drop emit enable end ensure evaluate
expect explain export express extend fail fetch fill find finish fit fix fold follow forbid format free generate get
give group guard halve handle hide hold ignore implement improve include infer inline install join keep
know launch lay leave let limit link list load lock look lower make map mark match measure mend merge
mention move name narrow note number open order overlap parse pass phrase pin place plant prefer prefetch prepare print
promise prove put quote raise reach read record reduce refuse reject release rely remember remove rename render
renew reorder repair repeat replace report require reserve reset resolve restore return reuse revert rewrite
round run save say search select send separate serve set share shorten show shrink simplify skip sort
speed split spell start state stop store strip suggest support swap take tell test time trace treat trim try tune
turn type understand unify update use validate verify wait warn widen word wrap write"
first=$(git log --diff-filter=A --format=%H -- tests/docs/subjects.sh 2>/dev/null | tail -n 1)
if [ -z "$first" ]; then
    echo "there is no history"
    exit 77
fi
git log --no-merges --format=%s "$first..HEAD" | awk -v verbs="$verbs" '
    BEGIN { split(verbs, list); for (i in list) known[list[i]] = 1 }
    {
        text = $0
        if (length(text) > 72)
            complain("has " length(text) " characters, at most 72 are allowed")
        if (text !~ /^[a-z_\/.]+(, [a-z_\/.]+)*: /) {
            complain("does not begin with an area: \"launch: refuse …\"")
            next
        }
        sub(/^[^:]*: /, "", text)
        verb = text
        sub(/[ ,].*/, "", verb)
        if (!(verb in known))
            complain("begins with \"" verb "\": write an imperative, or add the verb to tests/docs/subjects.sh")
    }
    function complain(what) { print "\"" $0 "\" " what; wrong = 1 }
    END { exit wrong }'
