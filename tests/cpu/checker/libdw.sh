# For bash: ends a test as skipped if reports cannot name lines.
#
#   . libdw.sh MISTAKES
if CUSTUB_DRIVER=cpu CUSTUB_CPU_CHECK=1 CUSTUB_CPU_CHECK_LOG='' "$1" everything_everywhere 2>&1 |
    grep 'reports have no source lines: .*; install libdw'; then
    echo 'skipped: it needs libdw1 (scripts/setup.sh installs it)'
    exit 77
fi
