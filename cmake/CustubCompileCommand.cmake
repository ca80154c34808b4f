# Copies one entry of a compilation database to a database of its own, which is written only if it changed:
# CMake writes compile_commands.json anew each time it runs. A script:
#
#   cmake -P CustubCompileCommand.cmake -- <compile_commands.json> <file of the entry> <new compile_commands.json>
#
# If the file has several entries, as with several configurations, copies the first.

cmake_policy(VERSION 3.22...3.28)

math(EXPR last "${CMAKE_ARGC} - 1")
math(EXPR compiled "${CMAKE_ARGC} - 2")
math(EXPR first "${CMAKE_ARGC} - 3")
set(database "${CMAKE_ARGV${first}}")
set(compiled "${CMAKE_ARGV${compiled}}")
set(copy "${CMAKE_ARGV${last}}")

# An entry is an object of lines that CMake wrote.
file(READ "${database}" text)
string(REGEX REPLACE "([\\\"])" "\\\\\\1" name "${compiled}")
string(FIND "${text}" "\"file\": \"${name}\"" at)
if(at EQUAL -1)
    message(FATAL_ERROR "${database} has no command for ${compiled}")
endif()
string(SUBSTRING "${text}" 0 ${at} before)
string(FIND "${before}" "\n{\n" begin REVERSE)
string(SUBSTRING "${text}" ${begin} -1 text)
string(FIND "${text}" "\n}" end)
math(EXPR end "${end} + 2")
string(SUBSTRING "${text}" 0 ${end} text)
set(text "[${text}\n]\n")

set(known "")
if(EXISTS "${copy}")
    file(READ "${copy}" known)
endif()
if(NOT known STREQUAL text)
    file(WRITE "${copy}" "${text}")
endif()
