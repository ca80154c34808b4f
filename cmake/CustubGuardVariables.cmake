# cmake -P CustubGuardVariables.cmake -- <in.s> <out.s>
#
# Puts unused bytes before each variable and each shared array of a kernel file, whose assembly the
# compiler wrote with a section for each (-fdata-sections): an access beyond the end of one then meets
# none of the others, and the memory checker knows it for what it is. No compiler does that for
# thread-local variables, as shared arrays are on the CPU.

set(guard 64)
set(last "${CMAKE_ARGC}")
math(EXPR out "${last} - 1")
math(EXPR in "${last} - 2")
file(READ "${CMAKE_ARGV${in}}" text)
string(REGEX REPLACE "(\n[ \t]*\\.section[ \t]+\"?\\.(tbss|bss|data)\\.[A-Za-z0-9_$][^\n]*\n)"
                     "\\1\t.zero\t${guard}\n" text "${text}")
file(WRITE "${CMAKE_ARGV${out}}" "${text}")
