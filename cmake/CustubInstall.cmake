# What `cmake --install` copies: the generator, the libraries, the headers and the package `custub`.

include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/custub)
install(TARGETS custub custub_runtime custub_cpu EXPORT custubTargets)
install(DIRECTORY runtime/include/custub TYPE INCLUDE FILES_MATCHING PATTERN "*.h")
install(EXPORT custubTargets NAMESPACE custub:: DESTINATION ${package_dir})
configure_package_config_file(cmake/custubConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/cmake/custubConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/custubConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(
    FILES ${PROJECT_BINARY_DIR}/cmake/custubConfig.cmake
          ${PROJECT_BINARY_DIR}/cmake/custubConfigVersion.cmake
          cmake/CustubAddKernels.cmake
          cmake/CustubBuildImage.cmake
          cmake/CustubGuardVariables.cmake
          cmake/CustubToolkit.cmake
          cmake/CustubRunNvcc.cmake
    DESTINATION ${package_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
