# Runs nvcc once for a fatbin and the PTX of each of its architectures. A script:
#
#   cmake -P CustubRunNvcc.cmake -- <out.fatbin> <out.d> <source.cu> <stem.nvcc.cu> <nvcc>
#       [nvcc arguments...]
#
# writes <out>.fatbin and, beside it, <out>.sm_<architecture>.ptx. What is compiled is <stem.nvcc.cu>,
# which the generator wrote for the source. nvcc has made the PTX on the way to
# the fatbin: it is asked to keep what it makes. How it names that depends on its version and on how
# many architectures there are, so the PTX itself tells which one it is for.

cmake_policy(VERSION 3.22...3.28)

set(arguments "")
set(first 0)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
    if(first)
        string(REPLACE ";" "\\;" argument "${CMAKE_ARGV${i}}")
        list(APPEND arguments "${argument}")
    elseif(CMAKE_ARGV${i} STREQUAL "--")
        set(first 1)
    endif()
endforeach()
list(POP_FRONT arguments fatbin depfile source input nvcc)

get_filename_component(folder "${fatbin}" DIRECTORY)
get_filename_component(name "${fatbin}" NAME_WLE)
set(kept "${folder}/${name}.nvcc")
file(REMOVE_RECURSE "${kept}")
file(MAKE_DIRECTORY "${kept}")
# nvcc does not escape the target in the dependency file.
string(REGEX REPLACE "([ #])" "\\\\\\1" make_target "${fatbin}")
string(REPLACE "$" "$$" make_target "${make_target}")
# It includes the source by its name alone, in a folder that -I would search for the system's headers
# too. nvcc divides the option at commas, and gives it to a shell.
get_filename_component(source_folder "${source}" DIRECTORY)
string(REPLACE "," "\\," source_folder "${source_folder}")
execute_process(
    COMMAND
        "${nvcc}" ${arguments} -Xcompiler "\"-iquote${source_folder}\"" -fatbin "${input}" -o "${fatbin}"
        -MD -MF "${depfile}" -MT "${make_target}" --keep --keep-dir "${kept}"
    RESULT_VARIABLE result)
if(NOT result EQUAL 0)
    file(REMOVE_RECURSE "${kept}")
    file(REMOVE "${fatbin}")
    message(FATAL_ERROR "nvcc failed (${result}) for ${source}")
endif()

file(GLOB files "${kept}/*.ptx")
foreach(file IN LISTS files)
    file(STRINGS "${file}" target REGEX "^\\.target[ \t]+sm_[0-9]+[af]?" LIMIT_COUNT 1)
    if(target MATCHES "(sm_[0-9]+[af]?)")
        file(RENAME "${file}" "${folder}/${name}.${CMAKE_MATCH_1}.ptx")
    endif()
endforeach()
file(REMOVE_RECURSE "${kept}")
