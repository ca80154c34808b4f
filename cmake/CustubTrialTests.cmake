# The tests of TRY (CustubTrial.cmake). CTest reads this file when it starts: a built library lists its
# kernels, and each gets a test, <target>.<kernel>. As a script it is a test that fails with the text WHY:
#
#   cmake -DWHY=<text> -P CustubTrialTests.cmake

cmake_policy(VERSION 3.22...3.28)
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE AND DEFINED WHY)
    message(FATAL_ERROR "${WHY}")
endif()

function(custub_trial_failure name cmake why)
    add_test("${name}" "${cmake}" "-DWHY=${why}" -P "${CMAKE_CURRENT_FUNCTION_LIST_FILE}")
    set_tests_properties("${name}" PROPERTIES LABELS trial)
endfunction()

# custub_trial_tests(<target> <cmake> <custub_trial> <folder of the libraries> <unit> <seconds> <stem>...)
function(custub_trial_tests target cmake program folder unit seconds)
    set(names "")
    foreach(stem IN LISTS ARGN)
        set(library "${folder}/${stem}.trial.so")
        set(kernels "")
        if(NOT EXISTS "${library}")
            custub_trial_failure("${target}.${stem}" "${cmake}" "not built: ${library}")
        elseif(NOT EXISTS "${program}")
            custub_trial_failure("${target}.${stem}" "${cmake}" "not built: ${program}")
        else()
            execute_process(COMMAND "${program}" "${library}" --stem ${stem} --unit ${unit} --list
                            RESULT_VARIABLE result OUTPUT_VARIABLE kernels ERROR_VARIABLE messages)
            string(REGEX MATCHALL "[^\n]+" kernels "${kernels}")
            if(NOT result EQUAL 0)
                set(kernels "")
                custub_trial_failure("${target}.${stem}" "${cmake}" "${library} has no list (${result}): ${messages}")
            endif()
        endif()
        foreach(kernel IN LISTS kernels)
            set(name "${target}.${kernel}")
            if(name IN_LIST names) # of another source
                set(name "${target}.${stem}.${kernel}")
            endif()
            list(APPEND names "${name}")
            add_test("${name}" "${program}" "${library}" --stem ${stem} --unit ${unit} --seconds "${seconds}"
                     "${kernel}")
            set_tests_properties("${name}" PROPERTIES LABELS trial SKIP_REGULAR_EXPRESSION ": not tried: ")
        endforeach()
    endforeach()
endfunction()
