# custub_add_kernels(): a linkable target from CUDA sources.
#
#   custub_add_kernels(<target> [STATIC | SHARED | OBJECT] SOURCES <file.cu>...
#       [ARCHITECTURES <90a-real> ...]  as CMake's CUDA_ARCHITECTURES: 80 is machine code and PTX,
#                                       90-real only machine code, 90-virtual only PTX; also native,
#                                       all, all-major. Default: CMAKE_CUDA_ARCHITECTURES, else
#                                       80-real and 90
#       [CPU [ONLY]]                    also an image for custub's CPU driver, if custub was built with
#                                       it, and one for its memory checker unless CUSTUB_CHECK_IMAGES
#                                       is OFF. With ONLY there is none for GPUs: nvcc does not run
#       [ALL]                           launch functions for kernels without extern "C", too, if they are
#                                       not templates: custub's --all
#       [PROTOTYPES [PTX <file>]]       another compiler makes the kernels' code: the source declares them, and
#                                       the program gives the image when it loads. Needs no nvcc. PTX is
#                                       compared with the source and embedded, for <stem>_load()
#       [INCLUDE_DIRECTORIES <dir>...]  for the sources; relative to the current source folder
#       [COMPILE_DEFINITIONS <def>...]  NAME or NAME=VALUE, only for the sources, not for the generated C
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
#       [BOUNDS_CHECKS [STRICT]]        also an image in which kernels check each access to memory against
#                                       the contract, for CUSTUB_BOUNDS_CHECKS (docs/BOUNDS.md). With STRICT
#                                       the build fails if an access or a kernel cannot be checked.
#                                       CUSTUB_BOUNDS_CHECKS=ON gives it to all targets, except with
#                                       RELOCATABLE, PROTOTYPES or ONLY
#       [TRY]                           tests, beside CPU: CTest gets <target>.<kernel> for each kernel, with
#                                       the label trial. It launches the kernel many times, at random within
#                                       its contract, and fails if the two disagree (docs/COMMAND_LINE.md)
#       [EXPORT])                       for a shared library if its users include the generated headers,
#                                       or if a program opens it to find the kernels by name. SHARED does it
#
# Options, definitions and folders may be generator expressions, except $<COMPILE_LANGUAGE:...>, which CMake
# evaluates only for its own compile rules. The sources are also compiled with the
# include directories and definitions of <target> and of what it links: target_link_libraries(<target>
# PRIVATE CCCL::CCCL) and target_compile_definitions() work as for any target. In a Debug build the CPU
# image is not optimized, and a debugger steps through it.
#
# <target> is a static library by default. The folder of the generated headers is in its include path. A
# program that links it includes <prefix><stem>.custub.h. <stem> is the source's name without `.cu`, as an
# identifier. install(TARGETS <target> PUBLIC_HEADER ...) installs the headers. <target> links
# custub::runtime: in the installed package the shared library, unless CUSTUB_SHARED_RUNTIME is OFF before
# find_package(); with custub as a subdirectory the static one, unless CUSTUB_SHARED_RUNTIME or
# BUILD_SHARED_LIBS is ON.
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
#   4. The generator again, to compare the signatures with nvcc's PTX. With BOUNDS_CHECKS it also rewrites
#      the PTX, and nvcc assembles the result.
#   5. The assembler, which embeds the images.
# With RELOCATABLE, 2 and 3 make objects, and two more commands link those of all sources.
#
# Without nvcc only CPU images are built. That is an error if CPU is not given. CustubToolkit.cmake says
# where nvcc is looked for.
#
# TRY needs enable_testing(), and the images for the memory checker. The target <target>_trial builds its
# libraries; "all" does, too. CUSTUB_TRIAL_SECONDS: how long each of its tests runs. Default: 5.
#
# CUSTUB_CXX_COMPILER: the compiler of the CPU images. Default: CMake's own, if the project has C++.
# CUSTUB_EXECUTABLE: a generator that runs on the machine that builds. Default: the package's own. A cross
# build needs it.

cmake_policy(VERSION 3.22...3.28)
option(CUSTUB_CHECK_IMAGES "Build images for CUSTUB_CPU_CHECK, the CPU driver's memory checker" ON)
option(CUSTUB_BOUNDS_CHECKS "Give BOUNDS_CHECKS to all targets that can have it" OFF)
include(${CMAKE_CURRENT_LIST_DIR}/CustubAdvice.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/CustubArchitectures.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/CustubHostOption.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/CustubLinkKernels.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/CustubToolkit.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/CustubKernelOptions.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/CustubBounds.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/CustubCpuImage.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/CustubTrial.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/CustubAddJitKernels.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/CustubAddStubs.cmake)

function(custub_add_kernels target)
    set(switches ALL PROTOTYPES STATIC SHARED OBJECT CPU ONLY EXPORT RELOCATABLE BOUNDS_CHECKS STRICT TRY)
    set(values PREFIX STANDARD INCLUDE PTX)
    set(lists SOURCES ARCHITECTURES INCLUDE_DIRECTORIES COMPILE_DEFINITIONS NVCC_OPTIONS CLANG_ARGS)
    cmake_parse_arguments(PARSE_ARGV 1 arg "${switches}" "${values}" "${lists}")
    set(is_jit OFF)
    custub_check_prototypes(${target})
    custub_check_only(${target})
    if(CUSTUB_BOUNDS_CHECKS AND NOT arg_RELOCATABLE AND NOT arg_PROTOTYPES AND NOT arg_ONLY)
        set(arg_BOUNDS_CHECKS ON)
    endif()
    custub_check_bounds()
    set(given_CPU ${arg_CPU})
    custub_begin_target("${arg_SOURCES}" "no SOURCES; name at least one .cu file")
    custub_check_trial()
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
        if(arg_TRY)
            custub_add_trial()
        endif()
    endforeach()
    if(arg_RELOCATABLE AND nvcc)
        custub_link_fatbins()
    endif()
    if(arg_RELOCATABLE AND arg_CPU)
        custub_link_cpu_image()
    endif()
    custub_end_target()
    if(arg_TRY)
        custub_add_trial_tests()
    endif()
endfunction()

# The part that all kinds of kernels share, before their sources. Reads the arguments of its caller and sets
# the caller's variables. Fails with the advice if the caller gives no sources.
macro(custub_begin_target sources advice)
    custub_refuse_arguments(${CMAKE_CURRENT_FUNCTION} ${target} "${arg_UNPARSED_ARGUMENTS}" ${lists}
                            ${values} ${switches})
    if("${sources}" STREQUAL "")
        message(FATAL_ERROR "${CMAKE_CURRENT_FUNCTION}(${target}): ${advice}")
    endif()
    get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
    custub_refuse_languages(${CMAKE_CURRENT_FUNCTION} ${target} "${languages}")
    custub_refuse_target(${CMAKE_CURRENT_FUNCTION} ${target})
    set(given_sources "${sources}")
    custub_library_type(${target} type)
    if(type STREQUAL SHARED)
        set(arg_EXPORT ON)
    endif()
    custub_generator_program(${target} generator_program)
    custub_tell_char()
    custub_check_prefix()
    custub_toolkit(nvcc toolkit)
    if(arg_CPU AND NOT TARGET custub::cpu)
        set(arg_CPU OFF)
        custub_say_once(NO_CPU_DRIVER "this custub was built without its CPU driver "
                        "(CUSTUB_CPU_DRIVER=OFF): kernels get no CPU images")
    endif()
    if(is_jit OR arg_PROTOTYPES OR arg_ONLY)
        set(nvcc "") # the sources may include the toolkit's headers
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

macro(custub_check_prefix)
    if(arg_PREFIX AND NOT arg_PREFIX MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
        message(FATAL_ERROR "${CMAKE_CURRENT_FUNCTION}(${target}): PREFIX '${arg_PREFIX}' is not the "
                            "start of an identifier; begin with a letter or _, and use only letters, "
                            "digits and _")
    endif()
endmacro()

# A shared library with the static runtime has a state of its own. If it exported the runtime, the program's
# functions would hide the library's, and would not set the library's variables.
function(custub_hide_runtime)
    set(type $<TARGET_PROPERTY:TYPE>)
    set(shared $<OR:$<STREQUAL:${type},SHARED_LIBRARY>,$<STREQUAL:${type},MODULE_LIBRARY>>)
    target_link_options(${target} PUBLIC $<${shared}:LINKER:--exclude-libs,libcustub.a>)
endfunction()

macro(custub_end_target)
    custub_advise_later(${CMAKE_CURRENT_FUNCTION} ${target} "${given_sources}" "${public_headers}")
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
        custub_hide_runtime()
    endif()
endmacro()

# The commands of one source. Reads the variables of custub_begin_target().
macro(custub_add_source sources_variable)
    get_filename_component(source "${source}" ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    get_filename_component(file_name "${source}" NAME)
    set(outputs ${directory}/include/${stem}.custub.h ${directory}/include/${stem}.custub.c
                ${directory}/include/${stem}.json ${directory}/include/${stem}.images.S)
    if(NOT arg_PROTOTYPES)
        list(APPEND outputs ${directory}/include/${stem}.nvcc.cu ${directory}/include/${stem}.cpu.cpp)
    endif()
    set(embedding --unit ${unit} --arch ${architecture_names})
    set(image_dependencies "")
    set(flags_file "")
    if(is_jit)
        set(program ${directory}/include/${stem}.jit)
        list(APPEND outputs ${program})
        list(APPEND image_dependencies ${program})
        list(APPEND embedding --image nvrtc=../include/${stem}.jit ${jit_options})
    endif()
    if(arg_PTX)
        get_filename_component(ptx "${arg_PTX}" ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
        list(GET architectures 0 architecture)
        list(APPEND embedding --image "ptx=${ptx}")
        list(APPEND image_dependencies "${ptx}")
        set(PTX_OF_${architecture} "${ptx}")
        if(arg_BOUNDS_CHECKS)
            custub_add_rewriting(${architecture})
            list(APPEND embedding --image ptx-bounds=${stem}.sm_${architecture}.bounds.ptx)
        else()
            custub_add_comparison(${architecture})
        endif()
    endif()
    if(nvcc)
        custub_add_fatbin()
        if(arg_RELOCATABLE)
            list(APPEND embedding --image linked-fatbin=${linked_fatbin})
            list(APPEND image_dependencies ${directory}/images/${linked_fatbin})
        else()
            list(APPEND embedding --image fatbin=${stem}.fatbin)
        endif()
        if(arg_BOUNDS_CHECKS)
            custub_add_rewriting("${architectures}")
            custub_add_checked_fatbin()
        else()
            custub_add_comparison("${architectures}")
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
# them, and its log says that the command need not run again. Make does not check, and keeps no log.
function(custub_add_generator)
    set(options -o ${directory}/include
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
        DEPENDS "${source}" "${generator_program}" ${flags_file}
        DEPFILE ${directory}/${stem}.gen.d
        COMMENT "custub: reading ${file_name}"
        VERBATIM COMMAND_EXPAND_LISTS)
endfunction()

# The options with which the generator reads a source.
function(custub_add_reading_options variable)
    if(arg_PREFIX)
        list(APPEND ${variable} --prefix ${arg_PREFIX})
    endif()
    if(arg_ALL)
        list(APPEND ${variable} --all)
    endif()
    if(arg_PROTOTYPES)
        list(APPEND ${variable} --prototypes)
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

# Runs nvcc. Sets PTX_OF_<architecture> and, for machine code, CUBIN_OF_<architecture> to the files.
function(custub_add_fatbin)
    set(fatbin ${directory}/images/${stem}.fatbin)
    set(codes "")
    if(arg_RELOCATABLE)
        set(codes -rdc=true)
    endif()
    set(ptx "")
    set(cubins "")
    foreach(architecture IN LISTS architectures)
        set(code "")
        if(architecture IN_LIST real_architectures)
            list(APPEND code sm_${architecture})
            set(file ${directory}/images/${stem}.sm_${architecture}.cubin)
            list(APPEND cubins ${file})
            set(CUBIN_OF_${architecture} "${file}" PARENT_SCOPE)
        endif()
        if(architecture IN_LIST virtual_architectures AND NOT arg_RELOCATABLE)
            list(APPEND code compute_${architecture})
        endif()
        list(JOIN code "," code)
        list(APPEND codes -gencode "arch=compute_${architecture},code=[${code}]")
        set(file ${directory}/images/${stem}.sm_${architecture}.ptx)
        list(APPEND ptx ${file})
        set(PTX_OF_${architecture} "${file}" PARENT_SCOPE)
    endforeach()
    set(lines "")
    if(arg_BOUNDS_CHECKS)
        custub_line_option(lines "${nvcc_options}")
    endif()
    add_custom_command(
        OUTPUT ${fatbin} ${ptx} ${cubins}
        COMMAND
            ${CMAKE_COMMAND} -P "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CustubRunNvcc.cmake" -- "${fatbin}"
            "${directory}/${stem}.nvcc.d" "${source}" "${directory}/include/${stem}.nvcc.cu" "${nvcc}"
            ${codes} ${flags} ${nvcc_options} ${lines}
        DEPENDS "${directory}/include/${stem}.nvcc.cu" "${nvcc}" "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CustubRunNvcc.cmake"
                "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CustubHostOption.cmake"
        DEPFILE ${directory}/${stem}.nvcc.d
        COMMENT "nvcc: ${stem}.fatbin"
        VERBATIM COMMAND_EXPAND_LISTS)
    set(image_dependencies ${image_dependencies} ${fatbin} PARENT_SCOPE)
endfunction()

# Sets the generator's options for the PTX of the caller's architectures, and the files.
macro(custub_ptx_options options_variable files_variable)
    set(${options_variable} "")
    set(${files_variable} "")
    foreach(architecture IN LISTS architectures)
        list(APPEND ${files_variable} "${PTX_OF_${architecture}}")
        list(APPEND ${options_variable} --ptx "sm_${architecture}=${PTX_OF_${architecture}}")
    endforeach()
endmacro()

# The comparison of PTX with what the generator reads. PTX_OF_<architecture> are the files.
function(custub_add_comparison architectures)
    custub_ptx_options(verify ptx)
    set(options "")
    custub_add_reading_options(options)
    set(stamp ${directory}/images/${stem}.verified)
    add_custom_command(
        OUTPUT ${stamp}
        COMMAND "${generator_program}" verify "${source}" ${verify} ${options} -- ${flags} ${nvcc_options}
                ${arg_CLANG_ARGS}
        COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
        DEPENDS "${source}" ${ptx} "${generator_program}"
        COMMENT "custub: comparing ${file_name} with its PTX"
        VERBATIM COMMAND_EXPAND_LISTS)
    set(image_dependencies ${image_dependencies} ${stamp} PARENT_SCOPE)
endfunction()

# Sets the C compiler, or the C++ compiler if the project has no C.
function(custub_c_compiler variable)
    foreach(language IN ITEMS C CXX)
        if(language IN_LIST languages)
            custub_cross_options(cross ${language})
            set(compiler "${CMAKE_${language}_COMPILER}" ${CMAKE_${language}_COMPILER_ARG1} ${cross})
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

# The description, which is C, in a project that has only C++.
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
