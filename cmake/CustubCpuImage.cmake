# The commands of the images for custub's CPU driver and for its memory checker, and what the compiler of
# these images can do. Part of custub_add_kernels(), whose variables they read.

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
    set(names c++ g++ clang++)
    if(CMAKE_CROSSCOMPILING) # the one beside the C compiler: aarch64-linux-gnu-g++-12
        string(REGEX REPLACE "clang([^/]*)$" "clang++\\1" names "${CMAKE_C_COMPILER}")
        string(REGEX REPLACE "gcc([^/]*)$" "g++\\1" names "${names}")
        string(REGEX REPLACE "([^g])cc$" "\\1c++" names "${names}")
    endif()
    find_program(CUSTUB_CXX_COMPILER NAMES ${names}
                 DOC "The C++ compiler of the images for custub's CPU driver")
    if(NOT CUSTUB_CXX_COMPILER OR CUSTUB_CXX_COMPILER STREQUAL CMAKE_C_COMPILER)
        list(JOIN names ", " names)
        message(FATAL_ERROR "custub: no C++ compiler for the CPU images (${names}); install "
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
    custub_cross_options(cross CXX C)
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
    custub_keep_unaligned_loads("${compiler}" keep_unaligned)
    # A debugger finds the source beside the folder in which the compiler runs.
    set(optimization "-O0;-g;-fdebug-prefix-map=${CMAKE_CURRENT_BINARY_DIR}=${source_directory}")
    string(REPLACE "," "$<COMMA>" optimization "${optimization}")
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
            "${compiler}" ${cross} ${optimization} -fno-math-errno -fno-trapping-math -fPIC -fvisibility=hidden
            -fno-strict-aliasing -ffp-contract=off ${allow_unset} ${keep_unaligned} ${touch_frames}
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
            "${compiler}" ${cross} ${optimization} -g1 -gdwarf-4 -DCUSTUB_CPU_CHECKED ${instrument} -fno-inline
            -fno-omit-frame-pointer -fno-optimize-sibling-calls -fdata-sections -fno-common
            -fno-math-errno -fno-trapping-math -fPIC -fvisibility=hidden -ffp-contract=off
            ${touch_frames} -MD -MF "${directory}/${stem}.check.d" -MQ "${image}" -iquote "${source_directory}" ${flags}
            ${dialect} -U_FORTIFY_SOURCE ${image_headers} ${system} -S -o "${image}.raw.s" "{source}"
            --step ${CMAKE_COMMAND} -P
            "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CustubGuardVariables.cmake" --
            "${image}.raw.s" "${image}.s"
            --step "${compiler}" ${cross} -gdwarf-4 -shared -Wl,-Bsymbolic -Wl,-z,defs ${wrapped} ${heap} -o "${image}"
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
# reach the call. The option has another name before clang 15.
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

# The option that keeps both loads of "16 bytes at once if the address is aligned, else one by one". GCC
# (seen in 12, 13 and 14) combines the single loads to one of 16 bytes, considers the two branches equal, and
# keeps the load that needs the alignment.
function(custub_keep_unaligned_loads compiler variable)
    custub_is_clang("${compiler}" is_clang)
    if(is_clang)
        set(${variable} "" PARENT_SCOPE)
    else()
        set(${variable} -fno-if-conversion PARENT_SCOPE)
    endif()
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
