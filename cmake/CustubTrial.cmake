# The commands of TRY: for each source a shared library of its kernels, which the program custub_trial
# launches at random within their contracts, and a test of CTest's for each kernel. Part of
# custub_add_kernels(), whose variables they read.

set(CUSTUB_TRIAL_SECONDS 5 CACHE STRING "How long a test of TRY launches a kernel")

# Refuses what TRY cannot be combined with. Leaves it out where no kernel can be tried.
macro(custub_check_trial)
    if(arg_TRY AND NOT given_CPU)
        message(FATAL_ERROR "${CMAKE_CURRENT_FUNCTION}(${target}): TRY without CPU; the kernels are tried on "
                            "custub's CPU driver. Write CPU TRY")
    endif()
    if(arg_TRY AND arg_RELOCATABLE)
        message(FATAL_ERROR "${CMAKE_CURRENT_FUNCTION}(${target}): RELOCATABLE and TRY at once; linked sources "
                            "have no image for the memory checker")
    endif()
    if(arg_TRY AND NOT arg_CPU)
        set(arg_TRY OFF) # custub has no CPU driver, which was said
    endif()
    if(arg_TRY AND NOT CUSTUB_CHECK_IMAGES)
        set(arg_TRY OFF)
        custub_say_once(NO_TRIALS "CUSTUB_CHECK_IMAGES is OFF: TRY makes no tests, because there are no images "
                        "for the memory checker")
    endif()
    if(arg_TRY AND CMAKE_CROSSCOMPILING)
        set(arg_TRY OFF)
        custub_say_once(NO_TRIALS "this is a cross build: TRY makes no tests")
    endif()
endmacro()

# The library of one source: a description and the checked image, whose symbols are visible. It is built by
# commands, as the images are, because the flags of a target may be for other programs: a sanitizer's
# library can only be opened by a program with this sanitizer.
function(custub_add_trial)
    set(trial ${directory}/trial)
    string(REPLACE "${directory}/" "${trial}/" outputs "${outputs}")
    set(image_dependencies ${directory}/images/${stem}.check.so)
    set(directory ${trial})
    file(MAKE_DIRECTORY ${directory}/include ${directory}/images)
    set(embedding --unit ${unit} --arch ${architecture_names} --export
                  --image ${tag}-check=../../images/${stem}.check.so)
    custub_add_generator()
    custub_add_embedding()
    custub_add_description()
    custub_c_compiler(compiler)
    set(objects ${directory}/images/${stem}.custub.o ${directory}/images/${stem}.images.o)
    add_custom_command(
        OUTPUT ${directory}/${stem}.trial.so
        COMMAND ${compiler} -shared -o ${directory}/${stem}.trial.so ${objects}
        DEPENDS ${objects}
        COMMENT "cc: ${stem}.trial.so"
        VERBATIM)
endfunction()

# The program is a target of the build, or stands beside the generator.
function(custub_trial_program variable)
    if(TARGET custub::trial)
        set(${variable} $<TARGET_FILE:custub::trial> PARENT_SCOPE)
    elseif(CUSTUB_EXECUTABLE)
        get_filename_component(folder "${CUSTUB_EXECUTABLE}" DIRECTORY)
        set(${variable} "${folder}/custub_trial" PARENT_SCOPE)
    else()
        set(${variable} $<TARGET_FILE_DIR:custub::custub>/custub_trial PARENT_SCOPE)
    endif()
endfunction()

# The tests of all sources. Only the built libraries know the kernels, so CTest asks them when it starts.
function(custub_add_trial_tests)
    set(libraries ${stems})
    list(TRANSFORM libraries PREPEND ${directory}/trial/)
    list(TRANSFORM libraries APPEND .trial.so)
    add_custom_target(${target}_trial ALL DEPENDS ${libraries})
    add_dependencies(${target}_trial ${target}) # make would run a command of both twice, at once
    if(TARGET custub::trial)
        add_dependencies(${target}_trial custub::trial)
    endif()
    custub_trial_program(program)
    set(tests ${directory}/trial/tests)
    set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CustubTrialTests.cmake")
    file(GENERATE OUTPUT ${tests}-$<CONFIG>.cmake
         CONTENT "include([==[${script}]==])
custub_trial_tests([==[${target}]==] [==[${CMAKE_COMMAND}]==] [==[${program}]==] [==[${directory}/trial]==]
    ${unit} [==[${CUSTUB_TRIAL_SECONDS}]==] ${stems})
")
    get_property(is_multi GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
    set(config "${CMAKE_BUILD_TYPE}")
    if(is_multi)
        set(config "\${CTEST_CONFIGURATION_TYPE}")
    endif()
    file(CONFIGURE OUTPUT ${tests}.cmake
         CONTENT "include(\"\${CMAKE_CURRENT_LIST_DIR}/tests-${config}.cmake\" OPTIONAL)\n" @ONLY)
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${tests}.cmake)
endfunction()
