# custub_add_stubs(): launch functions for the kernels that a CUDA target has itself.
#
#   custub_add_stubs(<target> [SOURCES <file.cu>...]
#       [ALL]                launch functions for kernels without extern "C", too, if they are not templates
#       [PREFIX <prefix>]    begins every generated name, and the names of the files
#       [INCLUDE <header>]   of the project's, that defines the kernels' structs for C. The generated
#                            header includes it and defines none
#       [CLANG_ARGS <arg>...]  only for libclang
#       [BOUNDS_CHECKS [STRICT]]  also an image in which kernels check each access to memory against the
#                            contract, for CUSTUB_BOUNDS_CHECKS (docs/BOUNDS.md). With STRICT the build fails
#                            if an access or a kernel cannot be checked
#       [EXPORT])            for a library whose users call <stem>_load_linked(). SHARED libraries do it
#
#   add_executable(solver main.cpp solver.cu)
#   custub_add_stubs(solver)
#
# <target> is a target of the same folder that compiles CUDA with nvcc, or with clang. SOURCES are some of
# its sources; default: all that end with .cu. All its sources, also <stem>.cu, can include <stem>.custub.h
# and launch with <stem>_load_linked() the kernels that <<<>>> launches. custub::runtime is linked.
#
# The target compiles <stem>.nvcc.cu, which includes the source, instead of the source. It is compiled once,
# with everything that is set for the target and, before this call, for the source: architectures, options,
# separable compilation, the CUDA runtime. The only other image is that of BOUNDS_CHECKS, for which nvcc
# compiles <stem>.nvcc.cu once more. The generator takes the flags from
# compile_commands.json, which CMake writes for the target, and reads them again only if they changed. It reads
# the first of several configurations, and nvcc asserts in each what it read.

function(custub_add_stubs target)
    set(switches ALL EXPORT BOUNDS_CHECKS STRICT)
    set(values PREFIX INCLUDE)
    set(lists SOURCES CLANG_ARGS)
    cmake_parse_arguments(PARSE_ARGV 1 arg "${switches}" "${values}" "${lists}")
    custub_check_stubs_target()
    get_target_property(own_sources ${target} SOURCES)
    if(NOT arg_SOURCES)
        set(arg_SOURCES ${own_sources})
        list(FILTER arg_SOURCES INCLUDE REGEX "\\.cu$")
        if(NOT arg_SOURCES)
            message(FATAL_ERROR "custub_add_stubs(${target}): the target has no .cu file; add one before "
                                "this call")
        endif()
    endif()
    custub_generator_program(${target} generator_program)
    custub_tell_char()
    custub_toolkit(nvcc toolkit)
    custub_unit(${target} unit)
    set(directory ${CMAKE_CURRENT_BINARY_DIR}/custub/${target})
    file(MAKE_DIRECTORY ${directory}/include ${directory}/images)
    set(seen "")
    set(objects "")
    foreach(source IN LISTS arg_SOURCES)
        custub_add_stubs_of_source()
    endforeach()
    set_target_properties(${target} PROPERTIES SOURCES "${own_sources}" EXPORT_COMPILE_COMMANDS ON)
    custub_link_stubs()
endfunction()

macro(custub_check_stubs_target)
    custub_refuse_arguments(custub_add_stubs ${target} "${arg_UNPARSED_ARGUMENTS}" ${lists} ${values}
                            ${switches})
    if(NOT TARGET ${target})
        message(FATAL_ERROR "custub_add_stubs(${target}): no such target; call add_executable() or "
                            "add_library() before")
    endif()
    get_target_property(folder ${target} SOURCE_DIR)
    if(NOT folder STREQUAL CMAKE_CURRENT_SOURCE_DIR)
        message(FATAL_ERROR "custub_add_stubs(${target}): the target is of the folder '${folder}'; call "
                            "this there")
    endif()
    get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
    if(NOT "CUDA" IN_LIST languages OR NOT ("C" IN_LIST languages OR "CXX" IN_LIST languages))
        message(FATAL_ERROR "custub_add_stubs(${target}): the project needs the languages CUDA, and C or "
                            "CXX; enable them, or use custub_add_kernels()")
    endif()
    custub_check_prefix()
    custub_check_bounds()
    if(arg_BOUNDS_CHECKS AND NOT CMAKE_CUDA_COMPILER_ID STREQUAL NVIDIA)
        message(FATAL_ERROR "custub_add_stubs(${target}): BOUNDS_CHECKS needs nvcc as the CUDA compiler; leave "
                            "it out")
    endif()
    get_target_property(type ${target} TYPE)
    if(type STREQUAL SHARED_LIBRARY)
        set(arg_EXPORT ON)
    endif()
endmacro()

# The name by which the target has a source. file(GLOB) gives it absolute paths.
function(custub_own_source source variable)
    get_filename_component(path "${source}" ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    set(${variable} "" PARENT_SCOPE)
    foreach(own IN LISTS own_sources)
        get_filename_component(own_path "${own}" ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
        if(own_path STREQUAL path)
            set(${variable} "${own}" PARENT_SCOPE)
        endif()
    endforeach()
endfunction()

# Replaces the source among the target's own.
macro(custub_add_stubs_of_source)
    custub_source_stem(${target} "${source}" stem)
    if(stem IN_LIST seen)
        message(FATAL_ERROR "custub_add_stubs(${target}): '${source}' makes the name '${stem}', as another "
                            "source does; rename one, or put it into another target")
    endif()
    list(APPEND seen ${stem})
    set(stem ${arg_PREFIX}${stem})
    custub_own_source("${source}" given_source)
    if(NOT given_source)
        list(FILTER own_sources INCLUDE REGEX "\\.cu$")
        list(JOIN own_sources ", " own_sources)
        message(FATAL_ERROR "custub_add_stubs(${target}): '${source}' is not a source of the target, whose "
                            ".cu files are: ${own_sources}")
    endif()
    list(REMOVE_ITEM own_sources "${given_source}")
    get_filename_component(source "${source}" ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    get_filename_component(file_name "${source}" NAME)
    set(compiled ${directory}/include/${stem}.nvcc.cu)
    set(outputs ${directory}/include/${stem}.custub.h ${directory}/include/${stem}.custub.c
                ${directory}/include/${stem}.json ${compiled} ${directory}/include/${stem}.cpu.cpp
                ${directory}/include/${stem}.images.S)
    set(database ${directory}/commands/${stem})
    set(flags_file ${database}/compile_commands.json)
    set(embedding --unit ${unit} --linked -p ${database} --entry ${compiled})
    if(arg_EXPORT)
        list(APPEND embedding --export)
    endif()
    set(flags "")
    set(nvcc_options "")
    set(image_dependencies "")
    custub_add_compile_command()
    if(arg_BOUNDS_CHECKS)
        custub_add_checked_image()
        custub_add_embedding()
        list(APPEND own_sources ${directory}/images/${stem}.images.o)
        list(APPEND objects ${directory}/images/${stem}.images.o)
    endif()
    custub_add_generator()
    custub_add_description()
    list(APPEND own_sources ${compiled} ${directory}/include/${stem}.custub.h
         ${directory}/images/${stem}.custub.o)
    list(APPEND objects ${directory}/images/${stem}.custub.o)
    custub_compile_in_place("${given_source}" ${compiled})
endmacro()

# Writes the compile command to a database of its own, only if it changed. Make runs this in each build after
# CMake ran again, and says nothing.
function(custub_add_compile_command)
    set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CustubCompileCommand.cmake")
    set(comment "")
    if(CMAKE_GENERATOR MATCHES "Ninja") # prints commands that have no comment
        set(comment "custub: finding the flags of ${file_name}")
    endif()
    add_custom_command(
        OUTPUT ${flags_file}
        COMMAND ${CMAKE_COMMAND} -P "${script}" -- "${CMAKE_BINARY_DIR}/compile_commands.json" ${compiled}
                ${flags_file}
        DEPENDS "${CMAKE_BINARY_DIR}/compile_commands.json" "${script}"
        COMMENT "${comment}"
        VERBATIM)
endfunction()

# Makes the checked image with the flags of the target's own compile command.
function(custub_add_checked_image)
    set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CustubCheckedImage.cmake")
    set(fatbin ${directory}/images/${stem}.bounds.fatbin)
    set(table ${directory}/images/${stem}.bounds.table)
    custub_toolkit_root(root "${CMAKE_CUDA_COMPILER}")
    set(options -p ${database} --entry ${compiled})
    custub_add_reading_options(options)
    add_custom_command(
        OUTPUT ${fatbin} ${table}
        COMMAND ${CMAKE_COMMAND} -P "${script}" -- ${database} ${compiled} ${stem}
                ${directory}/${stem}.bounds.d "${CMAKE_CUDA_COMPILER}" "${root}" "${generator_program}"
                "${source}" ${bounds_options} ${options} -- ${arg_CLANG_ARGS}
        DEPENDS ${compiled} "${generator_program}" "${CMAKE_CUDA_COMPILER}" "${script}" ${flags_file}
                "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CustubAssemble.cmake"
        DEPFILE ${directory}/${stem}.bounds.d
        WORKING_DIRECTORY ${directory}/images
        COMMENT "nvcc: ${stem}.bounds.fatbin"
        VERBATIM COMMAND_EXPAND_LISTS)
    set(image_dependencies ${fatbin} ${table} PARENT_SCOPE)
    set(embedding ${embedding} --image fatbin-bounds=${stem}.bounds.fatbin --image
                  bounds-table=${stem}.bounds.table PARENT_SCOPE)
endfunction()

# Compiles a file with what is set for the source, which it includes without a folder. -I would search the
# source's folder for system headers too.
function(custub_compile_in_place given_source compiled)
    foreach(property IN ITEMS COMPILE_OPTIONS COMPILE_DEFINITIONS COMPILE_FLAGS INCLUDE_DIRECTORIES)
        get_source_file_property(value "${given_source}" ${property})
        if(value)
            set_source_files_properties(${compiled} PROPERTIES ${property} "${value}")
        endif()
    endforeach()
    get_filename_component(folder "${source}" DIRECTORY)
    if(CMAKE_CUDA_COMPILER_ID STREQUAL NVIDIA)
        custub_quote_host_option(option "-iquote${folder}")
        string(PREPEND option "-Xcompiler=")
    else()
        set(option "-iquote${folder}")
    endif()
    set_property(SOURCE ${compiled} APPEND PROPERTY COMPILE_OPTIONS "${option}")
    set_source_files_properties(${compiled} PROPERTIES LANGUAGE CUDA SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# By properties: target_link_libraries() may be called with keywords or without them, but not both.
macro(custub_link_stubs)
    set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES custub::runtime)
    set_property(TARGET ${target} APPEND PROPERTY INCLUDE_DIRECTORIES ${directory}/include)
    if(NOT type STREQUAL EXECUTABLE)
        set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES custub::runtime)
        set_property(TARGET ${target} APPEND PROPERTY INTERFACE_INCLUDE_DIRECTORIES
                                                      $<BUILD_INTERFACE:${directory}/include>)
    endif()
    if(type STREQUAL OBJECT_LIBRARY) # it does not hand on what the build did not compile as its source
        set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES
                                                      $<BUILD_INTERFACE:${objects}>)
    endif()
    if(NOT arg_EXPORT)
        custub_hide_runtime()
    endif()
endmacro()
