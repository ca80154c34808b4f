# custub_architectures(<target> <nvcc> <real variable> <virtual variable> <words>...)
#
# Sets two lists of numbers such as 80 and 90a, ascending and without duplicates, one for machine code and
# one for PTX, from the words of CMake's CUDA_ARCHITECTURES.
#
# 80 is in both lists, 80-real and 80-virtual are in one of them. native is machine code for this machine's
# GPUs. all and all-major are machine code for the architectures that nvcc knows, and PTX for the highest.
# Without nvcc no image for a GPU is built, and these three words mean the default: machine code for 80 and
# 90, PTX for 90.

function(custub_architectures target nvcc real_variable virtual_variable)
    set(words ${ARGN})
    if(NOT words AND CMAKE_CUDA_ARCHITECTURES)
        set(words ${CMAKE_CUDA_ARCHITECTURES})
    elseif(NOT words)
        set(words 80-real 90)
    endif()
    set(real "")
    set(virtual "")
    foreach(word IN LISTS words)
        if(word MATCHES "^(native|all|all-major)$")
            custub_named_architectures(${target} "${nvcc}" ${word} expanded)
        else()
            set(expanded ${word})
        endif()
        foreach(architecture IN LISTS expanded)
            if(NOT architecture MATCHES "^(sm_|compute_)?([1-9][0-9]+[af]?)(-real|-virtual)?$")
                message(FATAL_ERROR "custub_add_kernels(${target}): '${architecture}' is not an "
                                    "architecture such as 80, 90a, 90-real, 90-virtual, native, all or "
                                    "all-major")
            endif()
            if(NOT CMAKE_MATCH_3 STREQUAL "-virtual")
                list(APPEND real ${CMAKE_MATCH_2})
            endif()
            if(NOT CMAKE_MATCH_3 STREQUAL "-real")
                list(APPEND virtual ${CMAKE_MATCH_2})
            endif()
        endforeach()
    endforeach()
    foreach(kind real virtual)
        list(REMOVE_DUPLICATES ${kind})
        list(SORT ${kind} COMPARE NATURAL)
        set(${${kind}_variable} ${${kind}} PARENT_SCOPE)
    endforeach()
endfunction()

# The numbers that a word means. Cached for one run of CMake, because it takes a process.
function(custub_named_architectures target nvcc word variable)
    get_property(numbers GLOBAL PROPERTY "CUSTUB_ARCHITECTURES ${word}")
    if(NOT nvcc)
        set(numbers 80-real 90)
    elseif(NOT numbers AND word STREQUAL "native")
        custub_native_architectures(${target} numbers)
    elseif(NOT numbers)
        custub_known_architectures("${nvcc}" ${word} numbers)
    endif()
    set_property(GLOBAL PROPERTY "CUSTUB_ARCHITECTURES ${word}" "${numbers}")
    set(${variable} ${numbers} PARENT_SCOPE)
endfunction()

# Works in projects without the language CUDA.
function(custub_native_architectures target variable)
    unset(CUSTUB_NATIVE_STATUS CACHE)
    unset(CUSTUB_NATIVE_COMPILES CACHE)
    set(output "the build is for another machine")
    if(NOT CMAKE_CROSSCOMPILING)
        try_run(CUSTUB_NATIVE_STATUS CUSTUB_NATIVE_COMPILES ${CMAKE_BINARY_DIR}/custub-native
                ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CustubNativeArchitectures.c
                LINK_LIBRARIES ${CMAKE_DL_LIBS}
                COMPILE_OUTPUT_VARIABLE compilation
                RUN_OUTPUT_VARIABLE output)
        if(NOT CUSTUB_NATIVE_COMPILES)
            set(output "the program that finds the GPU cannot be built:\n${compilation}")
        endif()
    endif()
    if(NOT "${CUSTUB_NATIVE_STATUS}" STREQUAL "0")
        string(STRIP "${output}" output)
        message(FATAL_ERROR "custub_add_kernels(${target}): the architecture 'native' is that of this "
                            "machine's GPU, but ${output}; name the architectures to build for, such "
                            "as 80 or 90")
    endif()
    string(REGEX MATCHALL "[0-9]+-real" numbers "${output}")
    set(${variable} ${numbers} PARENT_SCOPE)
endfunction()

# Major architectures end with 0. To nvcc the lowest one is major too.
function(custub_known_architectures nvcc word variable)
    execute_process(COMMAND "${nvcc}" --list-gpu-arch OUTPUT_VARIABLE output RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "custub: '${nvcc} --list-gpu-arch' fails (${result}); name the "
                            "architectures instead of '${word}'")
    endif()
    string(REGEX MATCHALL "[0-9]+" numbers "${output}")
    list(SORT numbers COMPARE NATURAL)
    if(word STREQUAL "all-major")
        list(GET numbers 0 lowest)
        list(FILTER numbers INCLUDE REGEX "^${lowest}$|0$")
    endif()
    list(GET numbers -1 highest)
    list(TRANSFORM numbers APPEND "-real")
    set(${variable} ${numbers} ${highest}-virtual PARENT_SCOPE)
endfunction()
