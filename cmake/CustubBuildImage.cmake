# Builds a CPU image without the kernels that the host compiler refuses. A script:
#
#   cmake -P CustubBuildImage.cmake -- <image> <source.cpp> <depfile> <description of the image> \
#       --generator <custub gen arguments...> --flags <its flags after `--`...>
#       --step <command...> [--step <command...>]...
#
# Runs the steps; in their arguments {source} is replaced by the source. If a step fails, the generator
# writes a new source without the code that the messages name, and the steps run again. The last attempt
# contains only the kernels' names. The messages are kept in <image>.log, the new sources in
# <image>.refused.

cmake_policy(VERSION 3.22...3.28)

set(words image source depfile what)
set(step_count 0)
set(into "")
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
    string(REPLACE ";" "\\;" argument "${CMAKE_ARGV${i}}")
    if(into STREQUAL "")
        if(argument STREQUAL "--")
            set(into words)
        endif()
    elseif(words)
        list(POP_FRONT words word)
        set(${word} "${CMAKE_ARGV${i}}")
    elseif(argument STREQUAL "--step")
        math(EXPR step_count "${step_count} + 1")
        set(into step${step_count})
    elseif(argument MATCHES "^--(generator|flags)$")
        set(into ${CMAKE_MATCH_1})
    else()
        list(APPEND ${into} "${argument}")
    endif()
endforeach()

set(log "${image}.log")
set(refused "${image}.refused")
set(attempt_limit 20) # a file with more errors is left out entirely
get_filename_component(source_name "${source}" NAME)
list(GET generator 2 cuda_name) # after the program and `gen`
get_filename_component(cuda_name "${cuda_name}" NAME)

# The generator reads the messages, so they must be in English.
set(ENV{LC_ALL} C)
unset(ENV{LANGUAGE})

# Runs the steps for a source. `result` is 0 if all succeed, `messages` is their output.
function(run_steps source)
    set(all "")
    foreach(i RANGE 1 ${step_count})
        set(step "")
        foreach(word IN LISTS step${i})
            string(REPLACE "{source}" "${source}" word "${word}")
            string(REPLACE ";" "\\;" word "${word}")
            list(APPEND step "${word}")
        endforeach()
        execute_process(COMMAND ${step} RESULT_VARIABLE result OUTPUT_VARIABLE output
                        ERROR_VARIABLE output)
        string(APPEND all "${output}")
        if(NOT result EQUAL 0)
            break()
        endif()
    endforeach()
    set(result "${result}" PARENT_SCOPE)
    set(messages "${all}" PARENT_SCOPE)
endfunction()

# If the compiler failed, it has written no list of headers. The generator's list has the same headers.
function(write_depfile)
    file(READ "${refused}/depfile" rule)
    string(FIND "${rule}" ": \\\n" colon) # CMake's regular expressions recurse too deeply for long lists
    if(colon EQUAL -1)
        set(dependencies "\n")
    else()
        math(EXPR behind "${colon} + 1")
        string(SUBSTRING "${rule}" ${behind} -1 dependencies)
    endif()
    string(REGEX REPLACE "([ #:])" "\\\\\\1" target "${image}")
    string(REPLACE "$" "$$" target "${target}")
    file(WRITE "${depfile}" "${target}:${dependencies}")
endfunction()

# The names of the kernels that a source leaves out. The source's notes name them.
function(find_kernels source variable)
    file(STRINGS "${source}" notes REGEX "^#pragma message\\(\"kernel '.*the host compiler ")
    list(TRANSFORM notes REPLACE "^#pragma message\\(\"kernel '([^']*)'.*" "\\1")
    list(JOIN notes ", " notes)
    set(${variable} "${notes}" PARENT_SCOPE)
endfunction()

file(REMOVE "${log}")
file(REMOVE_RECURSE "${refused}")
run_steps("${source}")
if(result EQUAL 0)
    if(messages)
        message(NOTICE "${messages}")
    endif()
    return()
endif()

file(MAKE_DIRECTORY "${refused}")
set(current "${source}")
set(attempt 0)
set(options "")
while(NOT result EQUAL 0)
    math(EXPR attempt "${attempt} + 1")
    set(before "${current}")
    set(file "${refused}/messages.${attempt}")
    if(attempt GREATER attempt_limit)
        set(messages "")
    endif()
    file(WRITE "${file}" "${messages}")
    file(APPEND "${log}" "${messages}")
    list(APPEND options --refused "${file}")
    set(current "${refused}/${attempt}/${source_name}")
    execute_process(
        COMMAND ${generator} -o "${refused}/${attempt}" --depfile "${refused}/depfile" ${options} --
                ${flags}
        RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "${output}")
    endif()
    file(READ "${current}" text LIMIT 512)
    run_steps("${current}")
    if(NOT result EQUAL 0 AND text MATCHES "custub/cpu_refused.h")
        message(FATAL_ERROR "the host compiler fails on ${cuda_name}, and also on the file that only has "
                            "the kernels' names (${current}):\n${messages}")
    endif()
endwhile()
write_depfile()
find_kernels("${current}" kernels)
if(NOT kernels STREQUAL "")
    string(APPEND messages "custub: warning: the host compiler refuses parts of ${cuda_name}: kernels that "
                           "stay out of the ${what}: ${kernels}; its messages are in ${log}")
endif()
if(messages)
    message(NOTICE "${messages}")
endif()
