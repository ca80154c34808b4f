# custub_add_kernels(): a linkable target from CUDA sources.
#
#   custub_add_kernels(<target> SOURCES <file.cu>...
#       [ARCHITECTURES <90a-real> ...]  as CMake's CUDA_ARCHITECTURES: 80 is machine code and PTX,
#                                       90-real only machine code, 90-virtual only PTX; also native,
#                                       all, all-major. Default: CMAKE_CUDA_ARCHITECTURES, else
#                                       80-real and 90
#       [CPU]                           also an image for custub's CPU driver, if custub was built with
#                                       it, and one for its memory checker unless CUSTUB_CHECK_IMAGES
#                                       is OFF
#       [INCLUDE_DIRECTORIES <dir>...]  for the sources; relative to the current source folder
#       [COMPILE_DEFINITIONS <def>...]  NAME or NAME=VALUE, for the sources
#       [CLANG_ARGS <arg>...]           only for libclang
#       [PREFIX <prefix>]               begins every generated name, and the names of the files
#       [EXPORT])                       for a shared library if its users include the generated headers,
#                                       or if a program opens it to find the kernels by name
#
# <target> is a static library, with the folder of the generated headers in its include path. A program
# that links it includes <prefix><stem>.custub.h. <stem> is the source's name without `.cu`, as an
# identifier. <target> links custub::runtime: in the installed package the shared library, unless
# CUSTUB_SHARED_RUNTIME is OFF before find_package(); with custub as a subdirectory the static one, unless
# CUSTUB_SHARED_RUNTIME or BUILD_SHARED_LIBS is ON.
#
# Several libraries of a program may have a source of the same name. The symbols of each,
# <prefix><stem>_custub_library_<unit> and <prefix><stem>_custub_images_<unit>, end with the project and
# the target, <project>_<target>. Without EXPORT they are hidden in shared libraries that link <target>.
#
# The build runs these commands for each source. They all depend on the headers that it includes.
#   1. The generator.
#   2. nvcc, once for the fatbin and the PTX of all architectures. It compiles a file that includes the
#      source and asserts what the generator read.
#   3. The host's C++ compiler, for the CPU image.
#   4. The generator again, to compare the signatures with nvcc's PTX.
#   5. The assembler, which embeds the images.
#
# Without nvcc only CPU images are built. That is an error if CPU is not given. CustubToolkit.cmake says
# where nvcc is looked for.
#
# CUSTUB_CXX_COMPILER: the compiler of the CPU images. Default: CMake's own, if the project has C++.

cmake_policy(VERSION 3.22...3.28)
option(CUSTUB_CHECK_IMAGES "Build images for CUSTUB_CPU_CHECK, the CPU driver's memory checker" ON)
include(${CMAKE_CURRENT_LIST_DIR}/CustubArchitectures.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/CustubToolkit.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/CustubAddJitKernels.cmake)

function(custub_add_kernels target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "CPU;EXPORT" "PREFIX"
        "SOURCES;ARCHITECTURES;INCLUDE_DIRECTORIES;COMPILE_DEFINITIONS;CLANG_ARGS")
    set(is_jit OFF)
    custub_begin_target("${arg_SOURCES}" "no SOURCES; name at least one .cu file")
    set(seen "")
    foreach(source IN LISTS arg_SOURCES)
        custub_source_stem(${target} "${source}" stem)
        if(stem IN_LIST seen)
            message(FATAL_ERROR "custub_add_kernels(${target}): '${source}' makes the name '${stem}', "
                                "as another source does; rename one, or put it into another target")
        endif()
        list(APPEND seen ${stem})
        set(stem ${arg_PREFIX}${stem})
        custub_add_source(target_sources)
    endforeach()
    custub_end_target()
endfunction()

# What the kinds of kernels have in common, before their sources. Reads the arguments of the function
# that calls it, and sets its variables. It has to give sources, or fails with the advice.
macro(custub_begin_target sources advice)
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "${CMAKE_CURRENT_FUNCTION}(${target}): unknown argument "
                            "'${arg_UNPARSED_ARGUMENTS}'")
    endif()
    if("${sources}" STREQUAL "")
        message(FATAL_ERROR "${CMAKE_CURRENT_FUNCTION}(${target}): ${advice}")
    endif()
    if(NOT CMAKE_C_COMPILER)
        message(FATAL_ERROR "${CMAKE_CURRENT_FUNCTION}(${target}): the project does not have the language "
                            "C; call enable_language(C) first")
    endif()
    if(arg_PREFIX AND NOT arg_PREFIX MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
        message(FATAL_ERROR "${CMAKE_CURRENT_FUNCTION}(${target}): PREFIX '${arg_PREFIX}' is not the "
                            "start of an identifier; begin with a letter or _, and use only letters, "
                            "digits and _")
    endif()
    custub_toolkit(nvcc toolkit)
    if(arg_CPU AND NOT TARGET custub::cpu)
        set(arg_CPU OFF)
        custub_say_once(NO_CPU_DRIVER "this custub was built without its CPU driver "
                        "(CUSTUB_CPU_DRIVER=OFF): kernels get no CPU images")
    endif()
    if(is_jit)
        set(nvcc "")
    else()
        custub_check_image_kinds(${target} "${nvcc}" "${arg_CPU}")
    endif()
    custub_architectures(${target} "${nvcc}" real_architectures virtual_architectures
                         ${arg_ARCHITECTURES})
    set(architectures ${real_architectures} ${virtual_architectures})
    list(REMOVE_DUPLICATES architectures)
    list(SORT architectures COMPARE NATURAL)
    custub_unit(${target} unit)
    custub_source_flags(flags "${arg_INCLUDE_DIRECTORIES}" "${arg_COMPILE_DEFINITIONS}")

    list(TRANSFORM architectures PREPEND "sm_" OUTPUT_VARIABLE architecture_names)
    list(JOIN architecture_names "," architecture_names)
    set(directory ${CMAKE_CURRENT_BINARY_DIR}/custub/${target})
    file(MAKE_DIRECTORY ${directory}/include ${directory}/images)
    set(target_sources "")
    set(exports "")
endmacro()

macro(custub_end_target)
    add_library(${target} STATIC ${target_sources})
    # All descriptions use the same local names.
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON LINKER_LANGUAGE C
                                               UNITY_BUILD OFF)
    target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${directory}/include>)
    target_link_libraries(${target} PUBLIC custub::runtime)
    target_compile_features(${target} PUBLIC c_std_11)
    if(arg_EXPORT)
        # Otherwise the linker drops them, unless the shared library uses them itself.
        set_target_properties(${target} PROPERTIES C_VISIBILITY_PRESET default)
        target_link_options(${target} INTERFACE ${exports})
    else()
        # A shared library with the static runtime has a state of its own. The program's functions would
        # hide the library's and would not fill the library's variables.
        set(type $<TARGET_PROPERTY:TYPE>)
        set(shared $<OR:$<STREQUAL:${type},SHARED_LIBRARY>,$<STREQUAL:${type},MODULE_LIBRARY>>)
        target_link_options(${target} INTERFACE $<${shared}:LINKER:--exclude-libs,libcustub.a>)
    endif()
endmacro()

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

# Fails if there would be no image. Without nvcc, says once what is missing.
function(custub_check_image_kinds target nvcc cpu)
    if(nvcc)
        return()
    endif()
    set(fact "custub: no nvcc on PATH, in \$CUDA_PATH or in /usr/local/cuda (or CUSTUB_NVCC is OFF)")
    if(NOT cpu)
        message(FATAL_ERROR "${fact}: custub_add_kernels(${target}) cannot build an image; install the "
                            "CUDA toolkit, or ask for an image for custub's CPU driver with CPU")
    endif()
    custub_say_once(NO_NVCC "${fact}: kernels are built for custub's CPU driver alone")
endfunction()

# custub_say_once(<id> <text>...)
function(custub_say_once id)
    get_property(said GLOBAL PROPERTY CUSTUB_SAID_${id})
    if(NOT said)
        message(STATUS ${ARGN})
        set_property(GLOBAL PROPERTY CUSTUB_SAID_${id} TRUE)
    endif()
endfunction()

# The flags that the generator, nvcc and the host compiler all get.
function(custub_source_flags variable directories definitions)
    set(flags "")
    foreach(directory IN LISTS directories)
        get_filename_component(directory "${directory}" ABSOLUTE BASE_DIR
                               ${CMAKE_CURRENT_SOURCE_DIR})
        list(APPEND flags "-I${directory}")
    endforeach()
    foreach(definition IN LISTS definitions)
        string(REGEX REPLACE "^-D" "" definition "${definition}")
        list(APPEND flags "-D${definition}")
    endforeach()
    set(custub $<TARGET_PROPERTY:custub::runtime,INTERFACE_INCLUDE_DIRECTORIES>)
    list(APPEND flags "-I$<JOIN:${custub},$<SEMICOLON>-I>")
    set(${variable} "${flags}" PARENT_SCOPE)
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

# The commands of one source. Reads the variables of custub_begin_target().
macro(custub_add_source sources_variable)
    get_filename_component(source "${source}" ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    get_filename_component(file_name "${source}" NAME)
    set(outputs ${directory}/include/${stem}.custub.h ${directory}/include/${stem}.custub.c
                ${directory}/include/${stem}.json ${directory}/include/${stem}.nvcc.cu
                ${directory}/include/${stem}.cpu.cpp ${directory}/include/${stem}.images.S)
    set(embedding --unit ${unit})
    set(image_dependencies "")
    if(is_jit)
        set(program ${directory}/include/${stem}.jit)
        list(APPEND outputs ${program})
        list(APPEND image_dependencies ${program})
        list(APPEND embedding --image nvrtc=../include/${stem}.jit ${jit_options})
    endif()
    if(nvcc)
        custub_add_fatbin()
        list(APPEND embedding --image fatbin=${stem}.fatbin)
    endif()
    if(arg_CPU)
        custub_cpu_tag(tag)
        custub_add_cpu_image()
        list(APPEND embedding --image ${tag}=${stem}.cpu.so)
        if(CUSTUB_CHECK_IMAGES)
            custub_add_check_image()
            list(APPEND embedding --image ${tag}-check=${stem}.check.so)
        endif()
    endif()
    if(arg_EXPORT)
        list(APPEND embedding --export)
        list(APPEND exports "LINKER:-u,${stem}_custub_library_${unit}"
             "LINKER:-u,${stem}_custub_images_${unit}")
    endif()
    custub_add_generator()
    custub_add_embedding()
    list(APPEND ${sources_variable} ${directory}/include/${stem}.custub.h
         ${directory}/include/${stem}.custub.c ${directory}/images/${stem}.images.o)
endmacro()

# The generator does not touch an output whose content stays the same. Ninja checks the outputs after
# the command (restat, which CMake sets for custom commands), so it does not rebuild what depends on
# them, and its log says that the command itself need not run again. Make does neither.
function(custub_add_generator)
    set(options -o ${directory}/include --arch ${architecture_names}
                --depfile ${directory}/${stem}.gen.d ${embedding})
    custub_add_reading_options(options)
    set(touch "")
    if(NOT CMAKE_GENERATOR MATCHES "Ninja")
        set(touch COMMAND ${CMAKE_COMMAND} -E touch ${outputs})
    endif()
    add_custom_command(
        OUTPUT ${outputs}
        COMMAND custub::custub gen "${source}" ${options} -- ${flags} ${arg_CLANG_ARGS}
        ${touch}
        DEPENDS "${source}" $<TARGET_FILE:custub::custub>
        DEPFILE ${directory}/${stem}.gen.d
        COMMENT "custub: reading ${file_name}"
        VERBATIM COMMAND_EXPAND_LISTS)
endfunction()

# The options that say how the generator reads a source.
function(custub_add_reading_options variable)
    if(arg_PREFIX)
        list(APPEND ${variable} --prefix ${arg_PREFIX})
    endif()
    if(toolkit)
        list(APPEND ${variable} --cuda-path "${toolkit}" --cache "${CMAKE_BINARY_DIR}/custub-cache")
    else()
        list(APPEND ${variable} --no-cuda)
    endif()
    set(${variable} "${${variable}}" PARENT_SCOPE)
endfunction()

# nvcc, and then the comparison of its PTX with what the generator read.
function(custub_add_fatbin)
    set(fatbin ${directory}/images/${stem}.fatbin)
    set(codes "")
    set(ptx "")
    set(verify "")
    foreach(architecture IN LISTS architectures)
        set(code "")
        if(architecture IN_LIST real_architectures)
            list(APPEND code sm_${architecture})
        endif()
        if(architecture IN_LIST virtual_architectures)
            list(APPEND code compute_${architecture})
        endif()
        list(JOIN code "," code)
        list(APPEND codes -gencode "arch=compute_${architecture},code=[${code}]")
        set(file ${directory}/images/${stem}.sm_${architecture}.ptx)
        list(APPEND ptx ${file})
        list(APPEND verify --ptx "sm_${architecture}=${file}")
    endforeach()
    add_custom_command(
        OUTPUT ${fatbin} ${ptx}
        COMMAND
            ${CMAKE_COMMAND} -P "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CustubRunNvcc.cmake" -- "${fatbin}"
            "${directory}/${stem}.nvcc.d" "${source}" "${directory}/include/${stem}.nvcc.cu" "${nvcc}"
            -std=c++17 ${codes} ${flags}
        DEPENDS "${directory}/include/${stem}.nvcc.cu" "${nvcc}" "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CustubRunNvcc.cmake"
        DEPFILE ${directory}/${stem}.nvcc.d
        COMMENT "nvcc: ${stem}.fatbin"
        VERBATIM COMMAND_EXPAND_LISTS)

    set(options "")
    custub_add_reading_options(options)
    set(stamp ${directory}/images/${stem}.verified)
    add_custom_command(
        OUTPUT ${stamp}
        COMMAND custub::custub verify "${source}" ${verify} ${options} -- ${flags} ${arg_CLANG_ARGS}
        COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
        DEPENDS "${source}" ${ptx} $<TARGET_FILE:custub::custub>
        COMMENT "custub: comparing ${file_name} with nvcc's PTX"
        VERBATIM COMMAND_EXPAND_LISTS)
    set(image_dependencies ${image_dependencies} ${fatbin} ${stamp} PARENT_SCOPE)
endfunction()

function(custub_cpu_tag variable)
    string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" processor)
    if(processor MATCHES "^(x86_64|amd64)$")
        set(${variable} cpu-x86_64 PARENT_SCOPE)
    elseif(processor MATCHES "^(aarch64|arm64)$")
        set(${variable} cpu-aarch64 PARENT_SCOPE)
    else()
        message(FATAL_ERROR "custub: its CPU driver runs on x86-64 and aarch64, not on "
                            "'${CMAKE_SYSTEM_PROCESSOR}'; leave out CPU")
    endif()
endfunction()

function(custub_cxx_compiler variable)
    if(CMAKE_CXX_COMPILER AND NOT CUSTUB_CXX_COMPILER)
        set(${variable} "${CMAKE_CXX_COMPILER}" PARENT_SCOPE)
        return()
    endif()
    find_program(CUSTUB_CXX_COMPILER NAMES c++ g++ clang++
                 DOC "The C++ compiler of the images for custub's CPU driver")
    if(NOT CUSTUB_CXX_COMPILER)
        message(FATAL_ERROR "custub: no C++ compiler for the CPU images (c++, g++, clang++); install "
                            "one, or set CUSTUB_CXX_COMPILER")
    endif()
    set(${variable} "${CUSTUB_CXX_COMPILER}" PARENT_SCOPE)
endfunction()

# What both CPU images need. Like the other compilers, this one searches the source's own folder first.
# CustubBuildImage.cmake and the generator leave out what the compiler refuses.
macro(custub_cpu_compilation)
    set(build_image_script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CustubBuildImage.cmake")
    set(build_image ${CMAKE_COMMAND} -P "${build_image_script}" --)
    set(generator "")
    custub_add_reading_options(generator)
    list(PREPEND generator --generator $<TARGET_FILE:custub::custub> gen "${source}" --arch
         ${architecture_names})
    list(APPEND generator --flags ${flags} ${arg_CLANG_ARGS})
    custub_cxx_compiler(compiler)
    get_filename_component(source_directory "${source}" DIRECTORY)
    set(system "")
    if(toolkit)
        set(system -isystem "${toolkit}/include" -isystem "${toolkit}/include/cccl")
    endif()
    set(headers $<TARGET_PROPERTY:custub::cpu,INTERFACE_INCLUDE_DIRECTORIES>)
    set(headers "-I$<JOIN:${headers},$<SEMICOLON>-I>")
    custub_touch_frames("${compiler}" touch_frames)
    set(heap malloc free _Znwm _Znam _ZdlPv _ZdaPv _ZdlPvm _ZdaPvm) # kernels have their own heap
    list(TRANSFORM heap PREPEND "-Wl,--wrap=")
endmacro()

function(custub_add_cpu_image)
    custub_cpu_compilation()
    custub_allow_unset_arguments("${compiler}" allow_unset)
    set(image ${directory}/images/${stem}.cpu.so)
    set(generated ${directory}/include/${stem}.cpu.cpp)
    add_custom_command(
        OUTPUT ${image}
        COMMAND
            ${build_image} "${image}" "${generated}" "${directory}/${stem}.cpu.d" "CPU image"
            ${generator} --step
            "${compiler}" -std=c++17 -O3 -fno-math-errno -fno-trapping-math -shared -fPIC -fvisibility=hidden
            -fno-strict-aliasing -ffp-contract=off ${allow_unset} ${touch_frames}
            -DCUSTUB_CPU_HEAP ${heap} -Wl,-Bsymbolic -Wl,-z,defs -MD -MF "${directory}/${stem}.cpu.d" -MQ "${image}" -iquote
            "${source_directory}" ${flags} ${headers} ${system} -o "${image}" "{source}"
        DEPENDS ${generated} "${build_image_script}"
        DEPFILE ${directory}/${stem}.cpu.d
        COMMENT "c++: ${stem}.cpu.so"
        VERBATIM COMMAND_EXPAND_LISTS)
    set(image_dependencies ${image_dependencies} ${image} PARENT_SCOPE)
endfunction()

# The image for the memory checker (docs/CHECKER.md). Every load and store calls a function. The image
# defines this function, so the linker needs no sanitizer's library. -Og or -O0 without inlining keeps
# line numbers right, frame pointers keep the calls. Older assemblers know no DWARF 5.
function(custub_add_check_image)
    custub_cpu_compilation()
    custub_is_clang("${compiler}" is_clang)
    # GCC copies memory of known size by instructions that it does not report.
    set(instrument -fsanitize=thread -fsanitize=alignment -fno-builtin-memset -fno-builtin-memcpy
                   -fno-builtin-memmove -fno-builtin-malloc -fno-builtin-free)
    set(optimization -Og)
    if(is_clang)
        # Otherwise clang leaves out a read if the same address is written soon after, merges the barriers
        # of two branches, and copies structs in pieces that may be padding.
        list(APPEND instrument -mllvm -tsan-instrument-read-before-write)
        set(optimization -O0)
    else()
        # Otherwise GCC does not report values that are passed straight from memory or returned into it,
        # and turns one barrier between two branches into a call for each.
        list(APPEND instrument -fno-elide-constructors -fno-thread-jumps)
    endif()
    custub_tell_volatile("${compiler}" ${is_clang} instrument)
    # _FORTIFY_SOURCE, which Ubuntu's GCC defines by itself, would call other functions than these.
    set(wrapped memcpy memmove memset)
    list(TRANSFORM wrapped PREPEND "-Wl,--wrap=")
    set(image ${directory}/images/${stem}.check.so)
    set(generated ${directory}/include/${stem}.cpu.cpp)
    add_custom_command(
        OUTPUT ${image}
        COMMAND
            ${build_image} "${image}" "${generated}" "${directory}/${stem}.check.d"
            "CPU image for the memory checker" ${generator} --step
            "${compiler}" -std=c++17 ${optimization} -g1 -gdwarf-4 -DCUSTUB_CPU_CHECKED ${instrument} -fno-inline
            -fno-omit-frame-pointer -fno-optimize-sibling-calls -fdata-sections -fno-common
            -fno-math-errno -fno-trapping-math -fPIC -fvisibility=hidden -ffp-contract=off
            ${touch_frames} -MD -MF "${directory}/${stem}.check.d" -MQ "${image}" -iquote "${source_directory}" ${flags}
            -U_FORTIFY_SOURCE ${headers} ${system} -S -o "${image}.raw.s" "{source}"
            --step ${CMAKE_COMMAND} -P
            "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CustubGuardVariables.cmake" --
            "${image}.raw.s" "${image}.s"
            --step "${compiler}" -gdwarf-4 -shared -Wl,-Bsymbolic -Wl,-z,defs ${wrapped} ${heap} -o "${image}"
            "${image}.s"
        DEPENDS ${generated} "${build_image_script}" "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CustubGuardVariables.cmake"
        DEPFILE ${directory}/${stem}.check.d
        COMMENT "c++: ${stem}.check.so"
        VERBATIM COMMAND_EXPAND_LISTS)
    set(image_dependencies ${image_dependencies} ${image} PARENT_SCOPE)
endfunction()

# Appends the options that mark volatile accesses, if the compiler has them (GCC from 11 on). Threads
# may use volatile accesses to signal each other.
function(custub_tell_volatile compiler is_clang variable)
    if(is_clang)
        set(options -mllvm -tsan-distinguish-volatile)
    else()
        set(options --param=tsan-distinguish-volatile=1)
    endif()
    get_property(result GLOBAL PROPERTY "CUSTUB_TELLS_VOLATILE ${compiler}")
    if("${result}" STREQUAL "")
        execute_process(COMMAND "${compiler}" -fsanitize=thread ${options} -fsyntax-only -x c++ /dev/null
                        RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
        set_property(GLOBAL PROPERTY "CUSTUB_TELLS_VOLATILE ${compiler}" "${result}")
    endif()
    if("${result}" STREQUAL "0")
        list(APPEND ${variable} ${options})
        set(${variable} ${${variable}} PARENT_SCOPE)
    endif()
endfunction()

# The option that makes a function touch its whole frame. A frame that is too large then faults just
# below the stack and cannot skip over the guard. clang for aarch64 has it from version 18 on.
function(custub_touch_frames compiler variable)
    set(option -fstack-clash-protection)
    get_property(result GLOBAL PROPERTY "CUSTUB_TOUCHES_FRAMES ${compiler}")
    if("${result}" STREQUAL "")
        execute_process(COMMAND "${compiler}" ${option} -Werror -fsyntax-only -x c++ /dev/null
                        RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
        set_property(GLOBAL PROPERTY "CUSTUB_TOUCHES_FRAMES ${compiler}" "${result}")
    endif()
    if("${result}" STREQUAL "0")
        set(${variable} ${option} PARENT_SCOPE)
    else()
        set(${variable} "" PARENT_SCOPE)
    endif()
endfunction()

# The option that lets kernels pass an unset variable. In many kernels one lane sets a variable, and all
# lanes of its warp pass it to a shuffle. C++ forbids this, so clang concludes that the other lanes never
# get there. The option has one name before clang 15 and another since.
function(custub_allow_unset_arguments compiler variable)
    get_property(options GLOBAL PROPERTY "CUSTUB_ALLOWS_UNSET ${compiler}")
    get_property(known GLOBAL PROPERTY "CUSTUB_ALLOWS_UNSET ${compiler}" SET)
    custub_is_clang("${compiler}" is_clang)
    if(is_clang AND NOT known)
        foreach(name -no-enable-noundef-analysis -disable-noundef-analysis)
            execute_process(COMMAND "${compiler}" -Xclang ${name} -fsyntax-only -x c++ /dev/null
                            RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
            if("${result}" STREQUAL "0")
                set(options -Xclang ${name})
                break()
            endif()
        endforeach()
        set_property(GLOBAL PROPERTY "CUSTUB_ALLOWS_UNSET ${compiler}" "${options}")
    endif()
    set(${variable} ${options} PARENT_SCOPE)
endfunction()

function(custub_is_clang compiler variable)
    get_property(known GLOBAL PROPERTY "CUSTUB_IS_CLANG ${compiler}")
    if("${known}" STREQUAL "")
        execute_process(COMMAND "${compiler}" --version OUTPUT_VARIABLE version ERROR_QUIET)
        string(REGEX MATCH "clang" clang "${version}")
        set(known "${clang}-")
        set_property(GLOBAL PROPERTY "CUSTUB_IS_CLANG ${compiler}" "${known}")
    endif()
    string(COMPARE EQUAL "${known}" "clang-" result)
    set(${variable} ${result} PARENT_SCOPE)
endfunction()

# The C compiler assembles the file: a project need not enable the language ASM, which only its top folder
# could do. It runs in the images' folder, because the file names the images without a path.
function(custub_add_embedding)
    set(compiler "${CMAKE_C_COMPILER}" ${CMAKE_C_COMPILER_ARG1})
    if(CMAKE_C_COMPILER_TARGET AND CMAKE_C_COMPILE_OPTIONS_TARGET)
        list(APPEND compiler "${CMAKE_C_COMPILE_OPTIONS_TARGET}${CMAKE_C_COMPILER_TARGET}")
    endif()
    set(assembly ${directory}/include/${stem}.images.S)
    set(object ${directory}/images/${stem}.images.o)
    add_custom_command(
        OUTPUT ${object}
        COMMAND ${compiler} -c -o ${stem}.images.o "${assembly}"
        DEPENDS ${assembly} ${image_dependencies}
        WORKING_DIRECTORY ${directory}/images
        COMMENT "as: ${stem}.images.o"
        VERBATIM)
    set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
endfunction()
