# Assembles the PTX of checked kernels. A script:
#
#   cmake -P CustubAssemble.cmake -- <in.ptx> <out.cubin> <nvcc> [nvcc arguments...]
#
# The PTX says which blocks seldom run, by .pragma "frequency". At that ptxas 13.0 crashes in some kernels, also
# in PTX as nvcc writes it. So if nvcc fails, the PTX loses these lines, and is tried again.

cmake_policy(VERSION 3.22...3.28)
include(${CMAKE_CURRENT_LIST_DIR}/CustubScriptArguments.cmake)

custub_script_arguments(arguments)
list(POP_FRONT arguments ptx cubin nvcc)

function(assemble)
    execute_process(COMMAND "${nvcc}" ${arguments} -cubin "${ptx}" -o "${cubin}" RESULT_VARIABLE result
                    OUTPUT_VARIABLE said ERROR_VARIABLE said)
    set(result "${result}" PARENT_SCOPE)
    set(said "${said}" PARENT_SCOPE)
endfunction()

assemble()
if(NOT result EQUAL 0)
    file(READ "${ptx}" text)
    string(REGEX REPLACE "\\.pragma \"frequency [0-9]+\";\n" "" without "${text}")
    if(NOT without STREQUAL text)
        file(WRITE "${ptx}" "${without}")
        assemble()
        if(result EQUAL 0)
            message("${ptx}: ptxas failed, and assembled it without the lines .pragma \"frequency\"")
        else() # they were not the reason
            file(WRITE "${ptx}" "${text}")
        endif()
    endif()
endif()
string(STRIP "${said}" said)
if(said)
    message("${said}")
endif()
if(NOT result EQUAL 0)
    message(FATAL_ERROR "${nvcc} failed (${result}) for ${ptx}")
endif()
