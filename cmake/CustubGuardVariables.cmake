# cmake -P CustubGuardVariables.cmake -- <in.s> <out.s>
#
# Puts unused bytes before each variable and each shared array in the assembly of a kernel file, where each
# has a section of its own (-fdata-sections). An access beyond the end of one then hits no other variable,
# and the memory checker can recognize it. Compilers do not do this for thread-local variables, and shared
# arrays are thread-local on the CPU.

set(guard 64)
set(last "${CMAKE_ARGC}")
math(EXPR out "${last} - 1")
math(EXPR in "${last} - 2")
file(READ "${CMAKE_ARGV${in}}" text)
string(REGEX REPLACE "(\n[ \t]*\\.section[ \t]+\"?\\.(tbss|bss|data)\\.[A-Za-z0-9_$][^\n]*\n)"
                     "\\1\t.zero\t${guard}\n" text "${text}")
file(WRITE "${CMAKE_ARGV${out}}" "${text}")
