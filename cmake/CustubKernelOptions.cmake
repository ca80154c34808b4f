# Checks the arguments of custub_add_kernels() and turns them into flags, names and folders.

function(custub_library_type target variable)
    set(chosen "")
    foreach(type IN ITEMS STATIC SHARED OBJECT)
        if(arg_${type})
            list(APPEND chosen ${type})
        endif()
    endforeach()
    list(LENGTH chosen count)
    if(count GREATER 1)
        list(JOIN chosen " and " chosen)
        message(FATAL_ERROR "custub_add_kernels(${target}): ${chosen} at once; choose one")
    endif()
    if(count EQUAL 0)
        set(chosen STATIC)
    endif()
    set(${variable} ${chosen} PARENT_SCOPE)
endfunction()

# A generator that runs on the machine that builds.
function(custub_generator_program target variable)
    if(CUSTUB_EXECUTABLE)
        set(${variable} "${CUSTUB_EXECUTABLE}" PARENT_SCOPE)
    elseif(TARGET custub::custub AND NOT CMAKE_CROSSCOMPILING)
        set(${variable} $<TARGET_FILE:custub::custub> PARENT_SCOPE)
    else()
        message(FATAL_ERROR "custub_add_kernels(${target}): no generator that runs here, since this is a "
                            "cross build, or custub was built with CUSTUB_GENERATOR=OFF; set "
                            "CUSTUB_EXECUTABLE to the path of one")
    endif()
endfunction()

# The generator takes the signedness of char from the machine that it runs on, unless it is told.
macro(custub_tell_char)
    if(CMAKE_CROSSCOMPILING AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
        list(PREPEND arg_CLANG_ARGS -funsigned-char)
    elseif(CMAKE_CROSSCOMPILING)
        list(PREPEND arg_CLANG_ARGS -fsigned-char)
    endif()
endmacro()

# custub_cross_options(<variable> <language>...): what CMake gives the compiler of the first language that
# has a target, so that it compiles for it; and the folder of the target's headers.
function(custub_cross_options variable)
    set(options "")
    foreach(language IN LISTS ARGN)
        if(CMAKE_${language}_COMPILER_TARGET AND CMAKE_${language}_COMPILE_OPTIONS_TARGET)
            list(APPEND options
                 "${CMAKE_${language}_COMPILE_OPTIONS_TARGET}${CMAKE_${language}_COMPILER_TARGET}")
            break()
        endif()
    endforeach()
    if(CMAKE_SYSROOT)
        list(APPEND options "--sysroot=${CMAKE_SYSROOT}")
    endif()
    set(${variable} "${options}" PARENT_SCOPE)
endfunction()

function(custub_standard target variable standard)
    if(NOT standard)
        set(standard ${CMAKE_CUDA_STANDARD})
    endif()
    if(NOT standard)
        set(standard 17)
    endif()
    if(NOT standard MATCHES "^[0-9][0-9]$")
        message(FATAL_ERROR "custub_add_kernels(${target}): STANDARD '${standard}' is not a version of C++; "
                            "give 14, 17 or 20")
    endif()
    set(${variable} ${standard} PARENT_SCOPE)
endfunction()

# A name that no other target has, as an identifier.
function(custub_unit target variable)
    string(MAKE_C_IDENTIFIER "${PROJECT_NAME}_${target}" unit)
    get_property(units GLOBAL PROPERTY CUSTUB_UNITS)
    while(unit IN_LIST units)
        string(APPEND unit "_")
    endwhile()
    set_property(GLOBAL APPEND PROPERTY CUSTUB_UNITS ${unit})
    set(${variable} ${unit} PARENT_SCOPE)
endfunction()

# Fails if no image would be built. If only nvcc is missing, says so once.
function(custub_check_image_kinds target nvcc cpu)
    if(nvcc)
        return()
    endif()
    set(fact "custub: no nvcc on PATH, in \$CUDA_PATH or in /usr/local/cuda (or CUSTUB_NVCC is OFF)")
    if(NOT cpu)
        message(FATAL_ERROR "${fact}: custub_add_kernels(${target}) cannot build an image; install the "
                            "CUDA toolkit, or ask for an image for custub's CPU driver with CPU")
    endif()
    custub_say_once(NO_NVCC "${fact}: kernels are built only for custub's CPU driver")
endfunction()

# CPU ONLY leaves no image if custub has no CPU driver.
function(custub_check_only target)
    if(arg_ONLY AND NOT arg_CPU)
        message(FATAL_ERROR "custub_add_kernels(${target}): ONLY without CPU; write CPU ONLY")
    endif()
    if(arg_ONLY AND arg_BOUNDS_CHECKS)
        message(FATAL_ERROR "custub_add_kernels(${target}): CPU ONLY and BOUNDS_CHECKS at once; the checked "
                            "image is one for GPUs. Leave one of them out")
    endif()
    if(arg_ONLY AND NOT TARGET custub::cpu)
        message(FATAL_ERROR "custub_add_kernels(${target}): CPU ONLY, but this custub was built without its "
                            "CPU driver (CUSTUB_CPU_DRIVER=OFF); leave out the target, or ONLY")
    endif()
endfunction()

# For PROTOTYPES the build makes no image; it may embed the PTX of another compiler.
function(custub_check_prototypes target)
    list(LENGTH arg_SOURCES count)
    foreach(other IN ITEMS CPU RELOCATABLE)
        if(arg_PROTOTYPES AND arg_${other})
            message(FATAL_ERROR "custub_add_kernels(${target}): PROTOTYPES and ${other} at once; kernels that "
                                "are only declared have no image that the build makes")
        endif()
    endforeach()
    if(arg_PTX AND (NOT arg_PROTOTYPES OR NOT count EQUAL 1))
        message(FATAL_ERROR "custub_add_kernels(${target}): PTX is for PROTOTYPES of one source")
    endif()
endfunction()

# custub_say_once(<id> <text>...)
function(custub_say_once id)
    get_property(said GLOBAL PROPERTY CUSTUB_SAID_${id})
    if(NOT said)
        message(STATUS ${ARGN})
        set_property(GLOBAL PROPERTY CUSTUB_SAID_${id} TRUE)
    endif()
endfunction()

# The flags that the generator, nvcc and the host compiler all get: from the arguments, and from the
# target's properties, which have those of the libraries that it links.
function(custub_source_flags target variable directories definitions)
    set(all_directories "")
    foreach(directory IN LISTS directories)
        if(NOT directory MATCHES "^\\$<")
            get_filename_component(directory "${directory}" ABSOLUTE BASE_DIR
                                   ${CMAKE_CURRENT_SOURCE_DIR})
        endif()
        list(APPEND all_directories "${directory}")
    endforeach()
    list(TRANSFORM definitions REPLACE "^-D" "")
    list(APPEND all_directories $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
    list(APPEND definitions $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
    custub_each_flag(include_flags -I "${all_directories}")
    custub_each_flag(definition_flags -D "${definitions}")
    set(${variable} "${include_flags}" "${definition_flags}" PARENT_SCOPE)
endfunction()

# Sets a generator expression that is the list with a flag before each element. Elements may be generator
# expressions for several elements, or for none. Commas in all other elements are quoted.
function(custub_each_flag variable flag elements)
    list(TRANSFORM elements REPLACE "," "$<COMMA>" REGEX "^([^$]|[$][^<])*$")
    list(JOIN elements "$<SEMICOLON>" elements)
    set(elements "$<REMOVE_DUPLICATES:$<FILTER:${elements},EXCLUDE,^$>>")
    set(${variable} "$<$<BOOL:${elements}>:${flag}$<JOIN:${elements},$<SEMICOLON>${flag}>>" PARENT_SCOPE)
endfunction()

function(custub_source_stem target source variable)
    get_filename_component(name "${source}" NAME)
    if(NOT name MATCHES "^(.+)\\.cu$")
        message(FATAL_ERROR "custub_add_kernels(${target}): '${source}' is not a .cu file")
    endif()
    string(REGEX REPLACE "[^A-Za-z0-9_]" "_" stem "${CMAKE_MATCH_1}")
    string(REGEX REPLACE "^([0-9])" "_\\1" stem "${stem}")
    set(${variable} ${stem} PARENT_SCOPE)
endfunction()
