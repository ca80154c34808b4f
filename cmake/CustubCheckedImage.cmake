# Makes the checked image of kernels that a CUDA target compiles itself. A script:
#
#   cmake -P CustubCheckedImage.cmake -- <folder of compile_commands.json> <stem.nvcc.cu> <stem>
#       <depfile> <nvcc> <toolkit> <custub bounds arguments...>
#
# Runs in the images' folder. Compiles <stem.nvcc.cu> to PTX, with the flags and for the architectures of its
# compile command, and that to machine code, gives both to the generator, and assembles the result. Writes
# <stem>.bounds.fatbin and <stem>.bounds.table.

cmake_policy(VERSION 3.22...3.28)
include(${CMAKE_CURRENT_LIST_DIR}/CustubArchitectures.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/CustubScriptArguments.cmake)

custub_script_arguments(generator)
list(POP_FRONT generator database compiled stem depfile nvcc toolkit)
set(fatbin "${CMAKE_CURRENT_BINARY_DIR}/${stem}.bounds.fatbin")

# The database has one entry: see CustubCompileCommand.cmake.
function(read_command)
    file(READ "${database}/compile_commands.json" text)
    string(JSON command GET "${text}" 0 command)
    string(JSON directory GET "${text}" 0 directory)
    set(command "${command}" PARENT_SCOPE)
    set(directory "${directory}" PARENT_SCOPE)
endfunction()

# Sets `flags` to the command's, without what names files; `pairs` to <virtual>:<code>, and `architectures` to
# the virtual ones.
function(read_flags)
    separate_arguments(words UNIX_COMMAND "${command}")
    list(FIND words "${nvcc}" at)
    math(EXPR at "${at} + 1")
    list(SUBLIST words ${at} -1 words)
    set(flags "")
    set(pairs "")
    set(is_value OFF)
    foreach(word IN LISTS words)
        string(REPLACE ";" "\\;" quoted "${word}")
        if(is_value)
            set(is_value OFF)
        elseif(word MATCHES "^-(o|x|MT|MF)$")
            set(is_value ON)
        elseif(word MATCHES "^(-dc|--device-c|-rdc=true|--relocatable-device-code=true)$")
            message(FATAL_ERROR "${compiled}: CUDA_SEPARABLE_COMPILATION and BOUNDS_CHECKS at once; in a "
                                "checked image functions have one more parameter, which another source "
                                "does not know. Leave one of them out")
        elseif(word MATCHES "^--generate-code=arch=compute_([0-9]+[af]?),code=\\[?([^]]*)\\]?$")
            set(virtual ${CMAKE_MATCH_1})
            string(REPLACE "," ";" codes "${CMAKE_MATCH_2}")
            list(TRANSFORM codes PREPEND "${virtual}:")
            list(APPEND pairs ${codes})
        elseif(word STREQUAL "-arch=native")
            message(FATAL_ERROR "${compiled}: the checked image is built for architectures that have "
                                "names; set CUDA_ARCHITECTURES to some, such as 90, in place of native")
        elseif(word MATCHES "^-arch=(all|all-major)$")
            custub_architectures("" "${nvcc}" real virtual ${CMAKE_MATCH_1})
            foreach(architecture IN LISTS real)
                list(APPEND pairs ${architecture}:sm_${architecture})
            endforeach()
            foreach(architecture IN LISTS virtual)
                list(APPEND pairs ${architecture}:compute_${architecture})
            endforeach()
        elseif(NOT word MATCHES "^-(c|MD)$" AND NOT word STREQUAL compiled)
            list(APPEND flags "${quoted}")
        endif()
    endforeach()
    set(architectures ${pairs})
    list(TRANSFORM architectures REPLACE ":.*" "")
    list(REMOVE_DUPLICATES architectures)
    set(flags "${flags}" PARENT_SCOPE)
    set(pairs "${pairs}" PARENT_SCOPE)
    set(architectures "${architectures}" PARENT_SCOPE)
endfunction()

function(run folder)
    execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${folder}" RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        file(REMOVE "${fatbin}")
        list(GET ARGN 0 program)
        message(FATAL_ERROR "${program} failed (${result}) for the checked image of ${compiled}")
    endif()
endfunction()

read_command()
read_flags()
set(lines -lineinfo)
if("-lineinfo" IN_LIST flags OR "-G" IN_LIST flags OR "--generate-line-info" IN_LIST flags)
    set(lines "")
endif()
string(REGEX REPLACE "([ #])" "\\\\\\1" make_target "${fatbin}")
string(REPLACE "$" "$$" make_target "${make_target}")
set(here "${CMAKE_CURRENT_BINARY_DIR}")
set(given "")
foreach(architecture IN LISTS architectures)
    set(ptx "${here}/${stem}.sm_${architecture}.ptx")
    run("${directory}" "${nvcc}" ${flags} ${lines} -arch=compute_${architecture} -ptx "${compiled}" -o "${ptx}"
        -MD -MF "${depfile}" -MT "${make_target}")
    list(APPEND given --ptx "sm_${architecture}=${ptx}")
    if(pairs MATCHES "(^|;)${architecture}:(sm_[0-9a-z]+)")
        set(cubin "${here}/${stem}.sm_${architecture}.cubin")
        run("${directory}" "${nvcc}" ${flags} ${lines} -gencode arch=compute_${architecture},code=${CMAKE_MATCH_2}
            -cubin "${ptx}" -o "${cubin}")
        list(APPEND given --cubin "sm_${architecture}=${cubin}")
    endif()
endforeach()
list(POP_FRONT generator program source)
run("${directory}" "${program}" bounds "${source}" -o "${here}" ${given} ${generator})
set(images "")
foreach(pair IN LISTS pairs)
    string(REGEX MATCH "^(.*):(compute|sm)_(.*)$" pair "${pair}")
    set(virtual ${CMAKE_MATCH_1})
    set(architecture ${CMAKE_MATCH_3})
    set(ptx ${stem}.sm_${virtual}.bounds.ptx)
    if(CMAKE_MATCH_2 STREQUAL "compute")
        list(APPEND images --image3=kind=ptx,sm=${architecture},file=${ptx})
    else()
        set(cubin ${stem}.sm_${architecture}.bounds.cubin)
        run("${directory}" ${CMAKE_COMMAND} -P "${CMAKE_CURRENT_LIST_DIR}/CustubAssemble.cmake" -- "${here}/${ptx}"
            "${here}/${cubin}" "${nvcc}" ${flags} ${lines} -gencode
            arch=compute_${virtual},code=sm_${architecture})
        list(APPEND images --image3=kind=elf,sm=${architecture},file=${cubin})
    endif()
endforeach()
run("${here}" "${toolkit}/bin/fatbinary" -64 --create=${stem}.bounds.fatbin ${images})
