# custub_add_kernels(): a linkable target from CUDA sources.
#
#   custub_add_kernels(<target> [STATIC | SHARED | OBJECT] SOURCES <file.cu>...
#       [ARCHITECTURES <90a-real> ...]  as CMake's CUDA_ARCHITECTURES: 80 is machine code and PTX,
#                                       90-real only machine code, 90-virtual only PTX; also native,
#                                       all, all-major. Default: CMAKE_CUDA_ARCHITECTURES, else
#                                       80-real and 90
#       [CPU]                           also an image for custub's CPU driver, if custub was built with
#                                       it, and one for its memory checker unless CUSTUB_CHECK_IMAGES
#                                       is OFF
#       [INCLUDE_DIRECTORIES <dir>...]  for the sources; relative to the current source folder
#       [COMPILE_DEFINITIONS <def>...]  NAME or NAME=VALUE, for the sources
#       [STANDARD 14|17|20]             of C++. Default: CMAKE_CUDA_STANDARD, else 17
#       [NVCC_OPTIONS <option>...]      for nvcc, and for the generator, which reads what nvcc compiles:
#                                       --use_fast_math, -lineinfo, -maxrregcount=64, ...
#       [CLANG_ARGS <arg>...]           only for libclang
#       [INCLUDE <header>]              of the project's, that defines the kernels' structs for C. The
#                                       generated header includes it and defines none
#       [PREFIX <prefix>]               begins every generated name, and the names of the files
#       [RELOCATABLE]                   links the sources: device functions and variables of one are found by
#                                       the others. They share one image, with one instance of the variables.
#                                       Only machine code is linked, and there is no image for the checker
#       [EXPORT])                       for a shared library if its users include the generated headers,
#                                       or if a program opens it to find the kernels by name. SHARED does it
#
# What compilers get may be generator expressions. The sources are also compiled with the
# include directories and definitions of <target> and of what it links: target_link_libraries(<target>
# PRIVATE CCCL::CCCL) and target_compile_definitions() work as for any target. In a Debug build the CPU
# image is not optimized, and a debugger steps through it.
#
# <target> is a static library, unless it is told otherwise, with the folder of the generated headers in
# its include path. A program that links it includes <prefix><stem>.custub.h. <stem> is the source's name
# without `.cu`, as an identifier. install(TARGETS <target> PUBLIC_HEADER ...) installs the headers. <target> links custub::runtime: in the installed package the shared library, unless
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
# With RELOCATABLE, 2 and 3 make objects, and two more commands link those of all sources.
#
# Without nvcc only CPU images are built. That is an error if CPU is not given. CustubToolkit.cmake says
# where nvcc is looked for.
#
# CUSTUB_CXX_COMPILER: the compiler of the CPU images. Default: CMake's own, if the project has C++.
# CUSTUB_EXECUTABLE: a generator that runs on the machine that builds. Default: the package's own. A cross
# build needs it.

cmake_policy(VERSION 3.22...3.28)
option(CUSTUB_CHECK_IMAGES "Build images for CUSTUB_CPU_CHECK, the CPU driver's memory checker" ON)
include(${CMAKE_CURRENT_LIST_DIR}/CustubArchitectures.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/CustubLinkKernels.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/CustubToolkit.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/CustubAddJitKernels.cmake)

function(custub_add_kernels target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "STATIC;SHARED;OBJECT;CPU;EXPORT;RELOCATABLE" "PREFIX;STANDARD;INCLUDE"
        "SOURCES;ARCHITECTURES;INCLUDE_DIRECTORIES;COMPILE_DEFINITIONS;NVCC_OPTIONS;CLANG_ARGS")
    set(is_jit OFF)
    custub_begin_target("${arg_SOURCES}" "no SOURCES; name at least one .cu file")
    set(seen "")
    set(stems "")
    foreach(source IN LISTS arg_SOURCES)
        custub_source_stem(${target} "${source}" stem)
        if(stem IN_LIST seen)
            message(FATAL_ERROR "custub_add_kernels(${target}): '${source}' makes the name '${stem}', "
                                "as another source does; rename one, or put it into another target")
        endif()
        list(APPEND seen ${stem})
        set(stem ${arg_PREFIX}${stem})
        list(APPEND stems ${stem})
        custub_add_source(target_sources)
    endforeach()
    if(arg_RELOCATABLE AND nvcc)
        custub_link_fatbins()
    endif()
    if(arg_RELOCATABLE AND arg_CPU)
        custub_link_cpu_image()
    endif()
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
    get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
    if(NOT "C" IN_LIST languages AND NOT "CXX" IN_LIST languages)
        message(FATAL_ERROR "${CMAKE_CURRENT_FUNCTION}(${target}): the project has neither C nor C++; call "
                            "enable_language(C) first")
    endif()
    custub_library_type(${target} type)
    if(type STREQUAL SHARED)
        set(arg_EXPORT ON)
    endif()
    custub_generator_program(${target} generator_program)
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
    if(arg_RELOCATABLE)
        custub_check_relocatable()
        set(linked_fatbin ${target}.linked.fatbin)
        set(linked_cpu_image ${target}.linked.cpu.so)
        set(linked_definition "-DCUSTUB_CPU_LINKED=\"${target}\"")
    endif()
    custub_unit(${target} unit)
    custub_source_flags(${target} flags "${arg_INCLUDE_DIRECTORIES}" "${arg_COMPILE_DEFINITIONS}")
    custub_standard(${target} standard "${arg_STANDARD}")
    list(PREPEND flags -std=c++${standard})
    set(nvcc_options ${arg_NVCC_OPTIONS})
    if(CMAKE_CUDA_HOST_COMPILER)
        list(PREPEND nvcc_options -ccbin "${CMAKE_CUDA_HOST_COMPILER}")
    endif()

    list(TRANSFORM architectures PREPEND "sm_" OUTPUT_VARIABLE architecture_names)
    list(JOIN architecture_names "," architecture_names)
    set(directory ${CMAKE_CURRENT_BINARY_DIR}/custub/${target})
    file(MAKE_DIRECTORY ${directory}/include ${directory}/images)
    set(target_sources "")
    set(exports "")
    set(public_headers "")
endmacro()

macro(custub_end_target)
    add_library(${target} ${type} ${target_sources})
    # All descriptions use the same local names.
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON UNITY_BUILD OFF
                                               PUBLIC_HEADER "${public_headers}")
    if("C" IN_LIST languages)
        set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C)
        target_compile_features(${target} PUBLIC c_std_11)
    else()
        set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
    endif()
    target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${directory}/include>)
    target_link_libraries(${target} PUBLIC custub::runtime)
    if(type STREQUAL OBJECT) # it does not hand on what the build did not compile as its source
        set(objects ${target_sources})
        list(FILTER objects INCLUDE REGEX "\\.o$")
        target_link_libraries(${target} INTERFACE $<BUILD_INTERFACE:${objects}>)
    endif()
    if(arg_EXPORT)
        set_target_properties(${target} PROPERTIES C_VISIBILITY_PRESET default)
        if(type STREQUAL STATIC)
            # Otherwise the linker drops them, unless the shared library uses them itself.
            target_link_options(${target} INTERFACE ${exports})
        endif()
    else()
        # A shared library with the static runtime has a state of its own. The program's functions would
        # hide the library's and would not fill the library's variables.
        set(type $<TARGET_PROPERTY:TYPE>)
        set(shared $<OR:$<STREQUAL:${type},SHARED_LIBRARY>,$<STREQUAL:${type},MODULE_LIBRARY>>)
        target_link_options(${target} PUBLIC $<${shared}:LINKER:--exclude-libs,libcustub.a>)
    endif()
endmacro()

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

# A generator expression that is the list with a flag before each element. Elements may be generator
# expressions for several elements, or for none.
function(custub_each_flag variable flag elements)
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
        if(arg_RELOCATABLE)
            list(APPEND embedding --image linked-fatbin=${linked_fatbin})
            list(APPEND image_dependencies ${directory}/images/${linked_fatbin})
        else()
            list(APPEND embedding --image fatbin=${stem}.fatbin)
        endif()
    endif()
    if(arg_CPU)
        custub_cpu_tag(tag)
        custub_add_cpu_image()
        if(arg_RELOCATABLE)
            list(APPEND embedding --image linked-${tag}=${linked_cpu_image})
            list(APPEND image_dependencies ${directory}/images/${linked_cpu_image})
        else()
            list(APPEND embedding --image ${tag}=${stem}.cpu.so)
        endif()
        if(CUSTUB_CHECK_IMAGES AND NOT arg_RELOCATABLE)
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
    list(APPEND public_headers ${directory}/include/${stem}.custub.h)
    list(APPEND ${sources_variable} ${directory}/include/${stem}.custub.h
         ${directory}/images/${stem}.images.o)
    if("C" IN_LIST languages)
        list(APPEND ${sources_variable} ${directory}/include/${stem}.custub.c)
    else()
        custub_add_description()
        list(APPEND ${sources_variable} ${directory}/images/${stem}.custub.o)
    endif()
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
        COMMAND "${generator_program}" gen "${source}" ${options} -- ${flags} ${nvcc_options} ${arg_CLANG_ARGS}
        ${touch}
        DEPENDS "${source}" "${generator_program}"
        DEPFILE ${directory}/${stem}.gen.d
        COMMENT "custub: reading ${file_name}"
        VERBATIM COMMAND_EXPAND_LISTS)
endfunction()

# The options that say how the generator reads a source.
function(custub_add_reading_options variable)
    if(arg_PREFIX)
        list(APPEND ${variable} --prefix ${arg_PREFIX})
    endif()
    if(arg_INCLUDE)
        list(APPEND ${variable} --include "${arg_INCLUDE}")
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
    if(arg_RELOCATABLE)
        set(codes -rdc=true)
    endif()
    set(ptx "")
    set(verify "")
    foreach(architecture IN LISTS architectures)
        set(code "")
        if(architecture IN_LIST real_architectures)
            list(APPEND code sm_${architecture})
        endif()
        if(architecture IN_LIST virtual_architectures AND NOT arg_RELOCATABLE)
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
            ${codes} ${flags} ${nvcc_options}
        DEPENDS "${directory}/include/${stem}.nvcc.cu" "${nvcc}" "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CustubRunNvcc.cmake"
        DEPFILE ${directory}/${stem}.nvcc.d
        COMMENT "nvcc: ${stem}.fatbin"
        VERBATIM COMMAND_EXPAND_LISTS)

    set(options "")
    custub_add_reading_options(options)
    set(stamp ${directory}/images/${stem}.verified)
    add_custom_command(
        OUTPUT ${stamp}
        COMMAND "${generator_program}" verify "${source}" ${verify} ${options} -- ${flags} ${nvcc_options}
                ${arg_CLANG_ARGS}
        COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
        DEPENDS "${source}" ${ptx} "${generator_program}"
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
    list(PREPEND generator --generator "${generator_program}" gen "${source}" --arch
         ${architecture_names})
    list(APPEND generator --flags ${flags} ${nvcc_options} ${arg_CLANG_ARGS})
    custub_cxx_compiler(compiler)
    get_filename_component(source_directory "${source}" DIRECTORY)
    set(system "")
    if(toolkit)
        set(system -isystem "${toolkit}/include" -isystem "${toolkit}/include/cccl")
    endif()
    set(image_headers $<TARGET_PROPERTY:custub::cpu,INTERFACE_INCLUDE_DIRECTORIES>)
    set(image_headers "-I$<JOIN:${image_headers},$<SEMICOLON>-I>")
    set(dialect "") # the images' headers need C++17
    if(standard LESS 17)
        set(dialect -std=c++17)
    endif()
    custub_touch_frames("${compiler}" touch_frames)
    custub_wrapped_heap(heap)
endmacro()

# Kernels have their own heap.
function(custub_wrapped_heap variable)
    set(heap malloc free _Znwm _Znam _ZdlPv _ZdaPv _ZdlPvm _ZdaPvm)
    list(TRANSFORM heap PREPEND "-Wl,--wrap=")
    set(${variable} ${heap} PARENT_SCOPE)
endfunction()

function(custub_add_cpu_image)
    custub_cpu_compilation()
    custub_allow_unset_arguments("${compiler}" allow_unset)
    # A debugger finds the source beside the folder in which the compiler runs.
    set(optimization "-O0;-g;-fdebug-prefix-map=${CMAKE_CURRENT_BINARY_DIR}=${source_directory}")
    string(REPLACE ";" "$<SEMICOLON>" optimization "${optimization}")
    set(optimization "$<IF:$<CONFIG:Debug>,${optimization},-O3>")
    set(image ${directory}/images/${stem}.cpu.so)
    set(linking -shared ${heap} -Wl,-Bsymbolic -Wl,-z,defs)
    if(arg_RELOCATABLE)
        set(image ${directory}/images/${stem}.cpu.o)
        set(linking -c ${linked_definition})
    endif()
    get_filename_component(image_name ${image} NAME)
    set(generated ${directory}/include/${stem}.cpu.cpp)
    add_custom_command(
        OUTPUT ${image}
        COMMAND
            ${build_image} "${image}" "${generated}" "${directory}/${stem}.cpu.d" "CPU image"
            ${generator} --step
            "${compiler}" ${optimization} -fno-math-errno -fno-trapping-math -fPIC -fvisibility=hidden
            -fno-strict-aliasing -ffp-contract=off ${allow_unset} ${touch_frames}
            -DCUSTUB_CPU_HEAP ${linking} -MD -MF "${directory}/${stem}.cpu.d" -MQ "${image}" -iquote
            "${source_directory}" ${flags} ${dialect} ${image_headers} ${system} -o "${image}" "{source}"
        DEPENDS ${generated} "${build_image_script}"
        DEPFILE ${directory}/${stem}.cpu.d
        COMMENT "c++: ${image_name}"
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
            "${compiler}" ${optimization} -g1 -gdwarf-4 -DCUSTUB_CPU_CHECKED ${instrument} -fno-inline
            -fno-omit-frame-pointer -fno-optimize-sibling-calls -fdata-sections -fno-common
            -fno-math-errno -fno-trapping-math -fPIC -fvisibility=hidden -ffp-contract=off
            ${touch_frames} -MD -MF "${directory}/${stem}.check.d" -MQ "${image}" -iquote "${source_directory}" ${flags}
            ${dialect} -U_FORTIFY_SOURCE ${image_headers} ${system} -S -o "${image}.raw.s" "{source}"
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

# The compiler of C, or the one of C++ as a compiler of C.
function(custub_c_compiler variable)
    foreach(language IN ITEMS C CXX)
        if(language IN_LIST languages)
            set(compiler "${CMAKE_${language}_COMPILER}" ${CMAKE_${language}_COMPILER_ARG1})
            if(CMAKE_${language}_COMPILER_TARGET AND CMAKE_${language}_COMPILE_OPTIONS_TARGET)
                list(APPEND compiler
                     "${CMAKE_${language}_COMPILE_OPTIONS_TARGET}${CMAKE_${language}_COMPILER_TARGET}")
            endif()
            break()
        endif()
    endforeach()
    set(${variable} "${compiler}" PARENT_SCOPE)
endfunction()

# The C compiler assembles the file: a project need not enable the language ASM, which only its top folder
# could do. It runs in the images' folder, because the file names the images without a path.
function(custub_add_embedding)
    custub_c_compiler(compiler)
    set(assembly ${directory}/include/${stem}.images.S)
    set(object ${directory}/images/${stem}.images.o)
    add_custom_command(
        OUTPUT ${object}
        COMMAND ${compiler} -x assembler-with-cpp -c -o ${stem}.images.o "${assembly}"
        DEPENDS ${assembly} ${image_dependencies}
        WORKING_DIRECTORY ${directory}/images
        COMMENT "as: ${stem}.images.o"
        VERBATIM)
    set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
endfunction()

# The description, which is C, in a project of C++ alone.
function(custub_add_description)
    custub_c_compiler(compiler)
    custub_each_flag(include_flags -I $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
    set(description ${directory}/include/${stem}.custub.c)
    set(object ${directory}/images/${stem}.custub.o)
    add_custom_command(
        OUTPUT ${object}
        COMMAND ${compiler} -x c -std=c11 -fPIC ${include_flags} -MD -MF "${directory}/${stem}.custub.d"
                -MQ "${object}" -c -o "${object}" "${description}"
        DEPENDS ${description}
        DEPFILE ${directory}/${stem}.custub.d
        COMMENT "cc: ${stem}.custub.o"
        VERBATIM COMMAND_EXPAND_LISTS)
    set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
endfunction()
