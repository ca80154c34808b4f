# What `cmake --install` copies: the generator, the libraries, the headers, the package `custub` of CMake and
# that of pkg-config, and the documents. Its components are the Debian packages of CustubPackages.cmake:
# `libraries`, which programs need, `development`, and `generator`.

include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/custub)
set(of_library LIBRARY COMPONENT libraries NAMELINK_COMPONENT development)
install(TARGETS custub_runtime custub_runtime_shared EXPORT custubTargets ARCHIVE COMPONENT development
                                                                          ${of_library})
if(CUSTUB_GENERATOR)
    install(TARGETS custub EXPORT custubTargets RUNTIME COMPONENT generator)
    # The runtime opens it.
    install(TARGETS custub_bounds EXPORT custubTargets LIBRARY COMPONENT libraries NAMELINK_SKIP)
    if(TARGET custub_manual) # the manual page, and completions
        install(DIRECTORY ${PROJECT_BINARY_DIR}/share/ DESTINATION ${CMAKE_INSTALL_DATAROOTDIR} COMPONENT generator)
    endif()
endif()
install(DIRECTORY runtime/include/custub TYPE INCLUDE COMPONENT development
        FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
if(CUSTUB_CPU_DRIVER)
    install(TARGETS custub_cpu custub_trial EXPORT custubTargets RUNTIME COMPONENT generator ${of_library})
    # The driver opens it at run time.
    install(TARGETS custub_cpu_check LIBRARY COMPONENT libraries NAMELINK_SKIP)
    install(DIRECTORY runtime/cpu/include/custub TYPE INCLUDE COMPONENT development
            FILES_MATCHING PATTERN "*.h")
endif()
set(compiler "\"${CMAKE_C_COMPILER}\" ${CMAKE_C_COMPILER_ARG1}")
if(CMAKE_C_COMPILER_TARGET AND CMAKE_C_COMPILE_OPTIONS_TARGET)
    string(APPEND compiler " \"${CMAKE_C_COMPILE_OPTIONS_TARGET}${CMAKE_C_COMPILER_TARGET}\"")
endif()
configure_file(cmake/CustubPlaceDriver.cmake.in ${PROJECT_BINARY_DIR}/cmake/CustubPlaceDriver.cmake
               @ONLY)
install(SCRIPT ${PROJECT_BINARY_DIR}/cmake/CustubPlaceDriver.cmake COMPONENT development)
install(EXPORT custubTargets NAMESPACE custub:: DESTINATION ${package_dir} COMPONENT development)
configure_package_config_file(cmake/custubConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/cmake/custubConfig.cmake
                              INSTALL_DESTINATION ${package_dir}
                              PATH_VARS CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/custubConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(
    FILES ${PROJECT_BINARY_DIR}/cmake/custubConfig.cmake
          ${PROJECT_BINARY_DIR}/cmake/custubConfigVersion.cmake
          cmake/CustubAddJitKernels.cmake
          cmake/CustubAddStubs.cmake
          cmake/CustubAddKernels.cmake
          cmake/CustubAdvice.cmake
          cmake/CustubArchitectures.cmake
          cmake/CustubAssemble.cmake
          cmake/CustubBounds.cmake
          cmake/CustubBuildImage.cmake
          cmake/CustubCheckedImage.cmake
          cmake/CustubCompileCommand.cmake
          cmake/CustubCpuImage.cmake
          cmake/CustubGuardVariables.cmake
          cmake/CustubHostOption.cmake
          cmake/CustubKernelOptions.cmake
          cmake/CustubLinkKernels.cmake
          cmake/CustubNativeArchitectures.c
          cmake/CustubToolkit.cmake
          cmake/CustubRunNvcc.cmake
          cmake/CustubScriptArguments.cmake
          cmake/CustubTrial.cmake
          cmake/CustubTrialTests.cmake
    DESTINATION ${package_dir}
    COMPONENT development)

# pkg-config's package is where it is found, so the prefix can be moved.
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
foreach(name LIBDIR INCLUDEDIR BINDIR)
    set(pc_${name} ${CMAKE_INSTALL_${name}})
    if(NOT IS_ABSOLUTE "${pc_${name}}")
        string(PREPEND pc_${name} "\${prefix}/")
    endif()
endforeach()
file(RELATIVE_PATH pc_prefix "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
string(REGEX REPLACE "/$" "" pc_prefix ${pc_prefix})
configure_file(cmake/custub.pc.in ${PROJECT_BINARY_DIR}/cmake/custub.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/cmake/custub.pc DESTINATION ${pkgconfig_dir} COMPONENT development)

install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT generator)
install(DIRECTORY docs TYPE DOC COMPONENT generator PATTERN docs/reference EXCLUDE)
include(CustubPackages)
