# The link of RELOCATABLE: one image of all sources of a target, so that a device function or a variable of
# one source is found by the others. Used by CustubAddKernels.cmake, whose variables it reads.

# nvcc links only machine code.
function(custub_check_relocatable)
    set(missing ${architectures})
    list(REMOVE_ITEM missing ${real_architectures})
    if(nvcc AND missing)
        message(FATAL_ERROR "custub_add_kernels(${target}): RELOCATABLE links machine code, and there is "
                            "none for the architecture '${missing}'; write ${missing} or ${missing}-real")
    endif()
endfunction()

# The device link, of the sources' relocatable fatbins.
function(custub_link_fatbins)
    set(codes "")
    foreach(architecture IN LISTS architectures)
        list(APPEND codes -gencode "arch=compute_${architecture},code=sm_${architecture}")
    endforeach()
    list(TRANSFORM stems PREPEND ${directory}/images/ OUTPUT_VARIABLE fatbins)
    list(TRANSFORM fatbins APPEND .fatbin)
    add_custom_command(
        OUTPUT ${directory}/images/${linked_fatbin}
        COMMAND "${nvcc}" -dlink ${nvcc_options} ${codes} -fatbin ${fatbins} -o ${directory}/images/${linked_fatbin}
        DEPENDS ${fatbins} "${nvcc}"
        COMMENT "nvcc: ${linked_fatbin}"
        VERBATIM COMMAND_EXPAND_LISTS)
endfunction()

# The link of the sources' objects, and of a file that joins their tables.
function(custub_link_cpu_image)
    custub_cxx_compiler(compiler)
    custub_cross_options(cross CXX C)
    set(headers $<TARGET_PROPERTY:custub::cpu,INTERFACE_INCLUDE_DIRECTORIES>)
    set(headers "-I$<JOIN:${headers},$<SEMICOLON>-I>")
    list(TRANSFORM stems PREPEND ${directory}/images/ OUTPUT_VARIABLE objects)
    list(TRANSFORM objects APPEND .cpu.o)
    set(table ${directory}/${target}.linked.cpp)
    file(CONFIGURE OUTPUT ${table} CONTENT "#include <custub/cpu_linked.h>\n")
    custub_wrapped_heap(heap)
    add_custom_command(
        OUTPUT ${directory}/images/${linked_cpu_image}
        COMMAND "${compiler}" ${cross} -std=c++17 -O2 -shared -fPIC -fvisibility=hidden ${linked_definition} ${heap}
                -Wl,-Bsymbolic -Wl,-z,defs ${headers} -o ${directory}/images/${linked_cpu_image} ${table}
                ${objects}
        DEPENDS ${objects} ${table}
        COMMENT "c++: ${linked_cpu_image}"
        VERBATIM COMMAND_EXPAND_LISTS)
endfunction()
