# Runs nvcc once for a fatbin, and the PTX and the machine code of each of its architectures. A script:
#
#   cmake -P CustubRunNvcc.cmake -- <out.fatbin> <out.d> <source.cu> <stem.nvcc.cu> <nvcc>
#       [nvcc arguments...]
#
# Compiles <stem.nvcc.cu>, which the generator wrote for the source. Writes <out>.fatbin and, beside it,
# <out>.sm_<architecture>.ptx and, if the fatbin has machine code for it, <out>.sm_<architecture>.cubin.
#
# nvcc makes these on the way to the fatbin, and --keep makes it keep the files. Their names depend on nvcc's
# version and on the number of architectures, so the architecture is read from the PTX. The name of the machine
# code, <name>.cubin or <name>.sm_90.cubin, begins as that of the PTX that it is made of.

cmake_policy(VERSION 3.22...3.28)
include(${CMAKE_CURRENT_LIST_DIR}/CustubHostOption.cmake)

set(arguments "")
set(first 0)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
    if(first)
        # nvcc splits these values at commas, and does not understand \, in the name of a folder.
        set(argument "${CMAKE_ARGV${i}}")
        if(argument MATCHES "^-I([^\"]*,[^\"]*)$")
            set(argument "-I\"${CMAKE_MATCH_1}\"")
        elseif(argument MATCHES "^-D[^\"\\]*$")
            string(REPLACE "," "\\," argument "${argument}")
        endif()
        string(REPLACE ";" "\\;" argument "${argument}")
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
# <stem.nvcc.cu> includes the source without a folder. -I would search that folder for system headers
# too, so this is -iquote.
get_filename_component(source_folder "${source}" DIRECTORY)
custub_quote_host_option(folder_option "-iquote${source_folder}")
execute_process(
    COMMAND
        "${nvcc}" ${arguments} -Xcompiler "${folder_option}" -fatbin "${input}" -o "${fatbin}"
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
        set(architecture ${CMAKE_MATCH_1})
        string(REGEX REPLACE "[.]ptx$" "" begin "${file}")
        file(GLOB cubins "${begin}.cubin" "${begin}.*.cubin")
        foreach(cubin IN LISTS cubins)
            file(RENAME "${cubin}" "${folder}/${name}.${architecture}.cubin")
        endforeach()
        file(RENAME "${file}" "${folder}/${name}.${architecture}.ptx")
    endif()
endforeach()
file(REMOVE_RECURSE "${kept}")
