# custub_add_jit_kernels(): kernels that NVRTC compiles while the program runs: for each of the listed types,
# or the kernels that the source names with CUSTUB_STUB.
#
#   custub_add_jit_kernels(<target> SOURCE <file.cu>
#       [TYPES <MACRO>=<type>[,<type>...] ...]  the source is compiled with -D<MACRO>=<type>, for each
#                                             combination of the macros' types. Without TYPES it is compiled
#                                             once, and its names are those of custub_add_kernels()
#       [OPTIONS <option>...]                 for NVRTC, such as --use_fast_math
#       [BOUNDS_CHECKS]                       fails if this custub has no library custub::bounds. A program that
#                                             asks for bounds checks needs it at run time, to rewrite NVRTC's PTX
#       [CPU] [ALL] [STANDARD ...] [ARCHITECTURES ...] [INCLUDE_DIRECTORIES ...] [COMPILE_DEFINITIONS ...]
#       [CLANG_ARGS ...] [PREFIX <prefix>] [EXPORT])    as for custub_add_kernels()
#
# <target> is a library as custub_add_kernels() makes it. A combination has a header of its own,
# <types>_<stem>.custub.h, and its names: with TYPES FROM=float,int TO=__half, convert.cu gives
# float_half_convert_load() and float_half_launch_convert(), and the same with int_half. In these names a
# type loses its leading underscores, and _ replaces everything that is not a letter or a digit.
# <stem>.jit.h includes all the headers. A type that contains a comma needs a typedef in the source.
#
# Instead of machine code the library has the text of the source and of the headers that it includes, except
# the toolkit's. The program needs NVRTC at run time (custub/jit.h); the build does not need NVRTC or nvcc.
# ARCHITECTURES are the devices for which the generator reads the source; NVRTC compiles it for the device
# that the program uses. With CPU the build also compiles the combinations, for custub's CPU driver.

function(custub_add_jit_kernels target)
    set(switches ALL CPU EXPORT BOUNDS_CHECKS)
    set(values SOURCE PREFIX STANDARD)
    set(lists TYPES OPTIONS ARCHITECTURES INCLUDE_DIRECTORIES COMPILE_DEFINITIONS CLANG_ARGS)
    cmake_parse_arguments(PARSE_ARGV 1 arg "${switches}" "${values}" "${lists}")
    set(is_jit ON)
    if(arg_BOUNDS_CHECKS AND NOT TARGET custub::bounds)
        message(FATAL_ERROR "custub_add_jit_kernels(${target}): BOUNDS_CHECKS, but this custub was built with "
                            "CUSTUB_GENERATOR=OFF, without the library that rewrites PTX; leave it out")
    endif()
    custub_begin_target("${arg_SOURCE}" "no SOURCE; name a .cu file")
    list(TRANSFORM arg_OPTIONS PREPEND "--jit-option=" OUTPUT_VARIABLE jit_options)
    custub_type_combinations(${target} combinations ${arg_TYPES})
    custub_source_stem(${target} "${arg_SOURCE}" source_stem)
    set(source "${arg_SOURCE}")
    set(own_prefix "${arg_PREFIX}")
    set(common_flags "${flags}")
    set(headers "")
    foreach(combination IN LISTS combinations)
        string(REPLACE "|" ";" macros "${combination}")
        list(POP_FRONT macros name)
        list(TRANSFORM macros PREPEND "-D")
        set(flags ${macros} ${common_flags})
        set(arg_PREFIX "${own_prefix}${name}")
        if(NOT name STREQUAL "")
            string(APPEND arg_PREFIX "_")
        endif()
        set(stem ${arg_PREFIX}${source_stem})
        string(APPEND headers "#include \"${stem}.custub.h\"\n")
        custub_add_source(target_sources)
    endforeach()
    file(CONFIGURE OUTPUT ${directory}/include/${own_prefix}${source_stem}.jit.h @ONLY CONTENT
         "/* The kernels of ${file_name} for all types. Made by the build. */\n${headers}")
    list(APPEND public_headers ${directory}/include/${own_prefix}${source_stem}.jit.h)
    custub_end_target()
endfunction()

# Sets a list of <name>|<MACRO>=<type>|...; the names are identifiers and differ.
function(custub_type_combinations target variable)
    set(combinations "")
    foreach(macro IN LISTS ARGN)
        if(NOT macro MATCHES "^([A-Za-z_][A-Za-z0-9_]*)=([^|]+)$")
            message(FATAL_ERROR "custub_add_jit_kernels(${target}): TYPES '${macro}' is not a macro and "
                                "its types, such as ELEMENT=float,int")
        endif()
        set(name ${CMAKE_MATCH_1})
        string(REPLACE "," ";" types "${CMAKE_MATCH_2}")
        set(longer "")
        foreach(type IN LISTS types)
            string(STRIP "${type}" type)
            string(REGEX REPLACE "[^A-Za-z0-9_]+" "_" word "${type}")
            string(REGEX REPLACE "^_+|_+$" "" word "${word}")
            if(combinations STREQUAL "")
                list(APPEND longer "${word}|${name}=${type}")
            endif()
            foreach(combination IN LISTS combinations)
                string(FIND "${combination}" "|" length)
                string(SUBSTRING "${combination}" 0 ${length} words)
                string(SUBSTRING "${combination}" ${length} -1 macros)
                list(APPEND longer "${words}_${word}${macros}|${name}=${type}")
            endforeach()
        endforeach()
        set(combinations ${longer})
    endforeach()
    if(NOT combinations)
        set(combinations "|") # one, without a name and macros
    endif()
    set(names ${combinations})
    list(TRANSFORM names REPLACE "[|].*" "")
    list(LENGTH names count)
    list(REMOVE_DUPLICATES names)
    list(LENGTH names distinct)
    if(NOT count EQUAL distinct)
        message(FATAL_ERROR "custub_add_jit_kernels(${target}): two types have the same name; give one of "
                            "them another by a typedef in the source")
    endif()
    set(${variable} "${combinations}" PARENT_SCOPE)
endfunction()
