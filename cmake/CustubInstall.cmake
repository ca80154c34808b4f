# What `cmake --install` copies: the generator, the libraries, the headers and the package `custub`.

include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/custub)
install(TARGETS custub_runtime custub_runtime_shared EXPORT custubTargets)
if(CUSTUB_GENERATOR)
    install(TARGETS custub EXPORT custubTargets)
    install(TARGETS custub_bounds EXPORT custubTargets LIBRARY NAMELINK_SKIP) # the runtime opens it
endif()
install(DIRECTORY runtime/include/custub TYPE INCLUDE FILES_MATCHING PATTERN "*.h")
if(CUSTUB_CPU_DRIVER)
    install(TARGETS custub_cpu custub_trial EXPORT custubTargets)
    install(TARGETS custub_cpu_check LIBRARY NAMELINK_SKIP) # the driver opens it at run time
    install(DIRECTORY runtime/cpu/include/custub TYPE INCLUDE FILES_MATCHING PATTERN "*.h")
endif()
set(compiler "\"${CMAKE_C_COMPILER}\" ${CMAKE_C_COMPILER_ARG1}")
if(CMAKE_C_COMPILER_TARGET AND CMAKE_C_COMPILE_OPTIONS_TARGET)
    string(APPEND compiler " \"${CMAKE_C_COMPILE_OPTIONS_TARGET}${CMAKE_C_COMPILER_TARGET}\"")
endif()
configure_file(cmake/CustubPlaceDriver.cmake.in ${PROJECT_BINARY_DIR}/cmake/CustubPlaceDriver.cmake
               @ONLY)
install(SCRIPT ${PROJECT_BINARY_DIR}/cmake/CustubPlaceDriver.cmake)
install(EXPORT custubTargets NAMESPACE custub:: DESTINATION ${package_dir})
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
          cmake/CustubBounds.cmake
          cmake/CustubBuildImage.cmake
          cmake/CustubCheckedImage.cmake
          cmake/CustubCompileCommand.cmake
          cmake/CustubCpuImage.cmake
          cmake/CustubGuardVariables.cmake
          cmake/CustubKernelOptions.cmake
          cmake/CustubLinkKernels.cmake
          cmake/CustubNativeArchitectures.c
          cmake/CustubToolkit.cmake
          cmake/CustubRunNvcc.cmake
          cmake/CustubTrial.cmake
          cmake/CustubTrialTests.cmake
    DESTINATION ${package_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
