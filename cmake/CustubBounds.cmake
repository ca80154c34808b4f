# The commands of BOUNDS_CHECKS: a second image of the kernels, made from nvcc's PTX, in which each access to
# memory is checked (docs/BOUNDS.md). Part of custub_add_kernels(), whose variables they read.

# Refuses what BOUNDS_CHECKS cannot be combined with. Sets bounds_options, for the generator.
macro(custub_check_bounds)
    if(arg_STRICT AND NOT arg_BOUNDS_CHECKS)
        message(FATAL_ERROR "${CMAKE_CURRENT_FUNCTION}(${target}): STRICT without BOUNDS_CHECKS; write "
                            "BOUNDS_CHECKS STRICT")
    endif()
    if(arg_BOUNDS_CHECKS AND arg_RELOCATABLE)
        message(FATAL_ERROR "${CMAKE_CURRENT_FUNCTION}(${target}): RELOCATABLE and BOUNDS_CHECKS at once; in "
                            "a checked image functions have one more parameter, which another source does "
                            "not know. Leave one of them out")
    endif()
    if(arg_BOUNDS_CHECKS AND arg_PROTOTYPES AND NOT arg_PTX)
        message(FATAL_ERROR "${CMAKE_CURRENT_FUNCTION}(${target}): PROTOTYPES and BOUNDS_CHECKS without PTX; "
                            "checked kernels are made from the PTX")
    endif()
    set(bounds_options "")
    if(arg_STRICT)
        set(bounds_options --strict)
    endif()
endmacro()

# Sets an option of nvcc for line numbers, or nothing if the options have one, or ask for code to debug,
# which has them.
function(custub_line_option variable options)
    list(TRANSFORM options REPLACE "," "$<COMMA>" REGEX "^([^$]|[$][^<])*$")
    list(JOIN options "$<SEMICOLON>" options)
    set(with_lines "^(-lineinfo|--generate-line-info|-G|--device-debug)$")
    set(${variable} "$<IF:$<STREQUAL:$<FILTER:${options},INCLUDE,${with_lines}>,>,-lineinfo,>" PARENT_SCOPE)
endfunction()

# Rewrites the PTX of architectures, PTX_OF_<architecture>, after comparing it with the source. The kernels
# are held to the registers of CUBIN_OF_<architecture>, if it is set. Sets checked_ptx to the new files.
function(custub_add_rewriting architectures)
    set(checked "")
    custub_ptx_options(given ptx)
    foreach(architecture IN LISTS architectures)
        list(APPEND checked ${directory}/images/${stem}.sm_${architecture}.bounds.ptx)
        if(CUBIN_OF_${architecture})
            list(APPEND given --cubin "sm_${architecture}=${CUBIN_OF_${architecture}}")
            list(APPEND ptx "${CUBIN_OF_${architecture}}")
        endif()
    endforeach()
    set(table ${directory}/images/${stem}.bounds.table)
    set(touch "")
    if(NOT CMAKE_GENERATOR MATCHES "Ninja") # see custub_add_generator()
        set(touch COMMAND ${CMAKE_COMMAND} -E touch ${checked} ${table})
    endif()
    set(options "")
    custub_add_reading_options(options)
    add_custom_command(
        OUTPUT ${checked} ${table}
        COMMAND "${generator_program}" bounds "${source}" -o ${directory}/images --depfile
                ${directory}/${stem}.bounds.d ${bounds_options} ${given} ${options} -- ${flags}
                ${nvcc_options} ${arg_CLANG_ARGS}
        ${touch}
        DEPENDS "${source}" ${ptx} "${generator_program}"
        DEPFILE ${directory}/${stem}.bounds.d
        COMMENT "custub: checking bounds in the PTX of ${file_name}"
        VERBATIM COMMAND_EXPAND_LISTS)
    set(checked_ptx ${checked} PARENT_SCOPE)
    set(image_dependencies ${image_dependencies} ${checked} ${table} PARENT_SCOPE)
    set(embedding ${embedding} --image bounds-table=${stem}.bounds.table PARENT_SCOPE)
endfunction()

# nvcc assembles the new PTX, with the options with which it made the old one. The commands run in the
# images' folder: fatbinary splits its options at commas, which folders may have in their names.
function(custub_add_checked_fatbin)
    set(commands "")
    set(images "")
    set(cubins "")
    foreach(architecture IN LISTS architectures)
        set(name ${stem}.sm_${architecture}.bounds)
        if(architecture IN_LIST real_architectures)
            list(APPEND commands COMMAND ${CMAKE_COMMAND} -P "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CustubAssemble.cmake"
                 -- ${name}.ptx ${name}.cubin "${nvcc}" ${nvcc_options} -gencode
                 arch=compute_${architecture},code=sm_${architecture})
            list(APPEND cubins ${directory}/images/${name}.cubin)
            list(APPEND images --image3=kind=elf,sm=${architecture},file=${name}.cubin)
        endif()
        if(architecture IN_LIST virtual_architectures)
            list(APPEND images --image3=kind=ptx,sm=${architecture},file=${name}.ptx)
        endif()
    endforeach()
    add_custom_command(
        OUTPUT ${directory}/images/${stem}.bounds.fatbin
        ${commands}
        COMMAND "${toolkit}/bin/fatbinary" -64 --create=${stem}.bounds.fatbin ${images}
        DEPENDS ${checked_ptx} "${nvcc}" "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CustubAssemble.cmake"
        BYPRODUCTS ${cubins}
        WORKING_DIRECTORY ${directory}/images
        COMMENT "nvcc: ${stem}.bounds.fatbin"
        VERBATIM COMMAND_EXPAND_LISTS)
    set(image_dependencies ${image_dependencies} ${directory}/images/${stem}.bounds.fatbin PARENT_SCOPE)
    set(embedding ${embedding} --image fatbin-bounds=${stem}.bounds.fatbin PARENT_SCOPE)
endfunction()
