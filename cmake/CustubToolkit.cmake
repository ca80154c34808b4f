# Finds nvcc, which custub_add_kernels() needs for the images of GPUs.
#
# CUSTUB_NVCC      nvcc's path; OFF: builds without nvcc. Default: the project's CUDA compiler if that is
#                  NVIDIA's, else nvcc on PATH, in $CUDA_PATH and in /usr/local/cuda, in this order.
# custub_toolkit(<nvcc variable> <root variable>)
#                  gives nvcc's path and the toolkit's root, or empty strings without nvcc.

function(custub_toolkit nvcc_variable root_variable)
    if(NOT DEFINED CUSTUB_NVCC OR CUSTUB_NVCC MATCHES "-NOTFOUND$")
        set(names nvcc)
        if(CMAKE_CUDA_COMPILER_ID STREQUAL NVIDIA)
            set(names "${CMAKE_CUDA_COMPILER}")
        endif()
        find_program(CUSTUB_NVCC ${names} PATHS ENV CUDA_PATH /usr/local/cuda
                     PATH_SUFFIXES bin DOC "The CUDA compiler, or OFF")
    endif()
    if(NOT CUSTUB_NVCC)
        set(${nvcc_variable} "" PARENT_SCOPE)
        set(${root_variable} "" PARENT_SCOPE)
        return()
    endif()
    # nvcc may be a link or a wrapper script outside the toolkit, so nvcc itself is asked for the root.
    get_property(root GLOBAL PROPERTY CUSTUB_TOOLKIT_ROOT)
    if(NOT root)
        custub_toolkit_root(root "${CUSTUB_NVCC}")
        set_property(GLOBAL PROPERTY CUSTUB_TOOLKIT_ROOT "${root}")
    endif()
    set(${nvcc_variable} "${CUSTUB_NVCC}" PARENT_SCOPE)
    set(${root_variable} "${root}" PARENT_SCOPE)
endfunction()

function(custub_toolkit_root variable nvcc)
    execute_process(
        COMMAND "${nvcc}" --dryrun -ptx -x cu /dev/null -o /dev/null
        OUTPUT_VARIABLE output
        ERROR_VARIABLE output
        RESULT_VARIABLE result)
    if(NOT result EQUAL 0 OR NOT output MATCHES "#\\$ TOP=([^\r\n]+)")
        message(FATAL_ERROR "custub: '${nvcc}' does not work (${result}):\n${output}\n"
                            "Set CUSTUB_NVCC to another one, or to OFF to build without nvcc.")
    endif()
    get_filename_component(root "${CMAKE_MATCH_1}" REALPATH)
    set(${variable} "${root}" PARENT_SCOPE)
endfunction()
