# Debian packages: `cpack -G DEB` in the build folder. The files are those of `cmake --install`, for /usr. With
# SOURCE_DATE_EPOCH set, the same build makes the same bytes.

set(CPACK_PACKAGE_NAME custub)
set(CPACK_PACKAGE_CONTACT "The custub authors" CACHE STRING "Maintainer of the packages: a name, and an address in <>")
mark_as_advanced(CPACK_PACKAGE_CONTACT)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_SET_DESTDIR ON) # else the static runtime would look for the CPU driver in a folder of cpack
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/CustubPackageTimes.cmake)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL libraries development generator)
set(CPACK_COMPONENT_LIBRARIES_DESCRIPTION
    "Launches CUDA kernels with checks of every argument, on a GPU or without one.
This is the runtime that programs are linked with, its CPU driver and the memory checker.")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "The headers of custub's runtime, its static library, and packages for CMake and pkg-config.")
set(CPACK_COMPONENT_GENERATOR_DESCRIPTION
    "Reads the kernels of .cu files and writes C functions that check a launch before they make it.
Also tries contracts against their kernels, and adds bounds checks to PTX.")

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_NAME libcustub1)
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libcustub-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libcustub1 (= ${PROJECT_VERSION}), custub (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_GENERATOR_PACKAGE_NAME custub)
set(CPACK_DEBIAN_GENERATOR_PACKAGE_SECTION devel)
# Headers that the generator includes before each source: those of C, and those of the compiler, which no library
# depends on.
set(CPACK_DEBIAN_GENERATOR_PACKAGE_DEPENDS libc6-dev)
if("${LibClang_ROOT_DIR}" MATCHES "/llvm-([0-9]+)$")
    string(APPEND CPACK_DEBIAN_GENERATOR_PACKAGE_DEPENDS ", libclang-common-${CMAKE_MATCH_1}-dev")
endif()
# Headers that kernels include; the compiler of CPU images; lines of the source in the checker's reports.
set(CPACK_DEBIAN_GENERATOR_PACKAGE_RECOMMENDS "libcustub-dev (= ${PROJECT_VERSION}), g++, libdw1")
find_program(CUSTUB_DPKG_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(CUSTUB_DPKG_SHLIBDEPS)
if(CUSTUB_DPKG_SHLIBDEPS)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()

# Debian wants each package's licence in a folder of its name. Only cpack installs components by themselves.
foreach(package libraries:libcustub1 development:libcustub-dev generator:custub)
    string(REGEX MATCH "(.*):(.*)" package ${package})
    install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${CMAKE_MATCH_2} RENAME copyright
            COMPONENT ${CMAKE_MATCH_1} EXCLUDE_FROM_ALL)
endforeach()
include(CPack)
