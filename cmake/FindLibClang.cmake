# Finds libclang's C interface.
#
# LIBCLANG_ROOT (a CMake variable or an environment variable) names the prefix of an LLVM, for example
# /usr/lib/llvm-14. Without it, the prefixes that distributions use are searched, newest first.
#
# Sets LibClang_FOUND, LibClang_VERSION, LibClang_ROOT_DIR, LibClang_INCLUDE_DIR, LibClang_LIBRARY and
# LibClang_RESOURCE_DIR (the folder of clang's own headers, such as stddef.h). Defines the target
# LibClang::LibClang. Nothing is cached, so another LIBCLANG_ROOT takes effect at once. Clang's own CMake
# package is not used, because Debian's refers to files that are in none of its development packages.

if(LIBCLANG_ROOT)
    set(_libclang_roots "${LIBCLANG_ROOT}")
elseif(DEFINED ENV{LIBCLANG_ROOT})
    set(_libclang_roots "$ENV{LIBCLANG_ROOT}")
else()
    file(GLOB _libclang_versioned /usr/lib/llvm-* /usr/lib/llvm[0-9]* /usr/lib64/llvm[0-9]*
         /usr/local/llvm-* /opt/llvm-*)
    # Sorted by version, since the prefixes differ in more than the version.
    set(_libclang_keyed "")
    foreach(_libclang_root IN LISTS _libclang_versioned)
        if(_libclang_root MATCHES "llvm-?([0-9]+)[^/]*$")
            list(APPEND _libclang_keyed "${CMAKE_MATCH_1}|${_libclang_root}")
        endif()
    endforeach()
    list(SORT _libclang_keyed COMPARE NATURAL ORDER DESCENDING)
    list(TRANSFORM _libclang_keyed REPLACE "^[0-9]+\\|" "")
    set(_libclang_roots ${_libclang_keyed} /usr/local /usr)
endif()

set(LibClang_ROOT_DIR "")
set(LibClang_INCLUDE_DIR "")
set(LibClang_LIBRARY "")
set(LibClang_RESOURCE_DIR "")
set(LibClang_VERSION "")
foreach(_libclang_root IN LISTS _libclang_roots)
    unset(_libclang_include)
    unset(_libclang_library)
    find_path(_libclang_include clang-c/Index.h PATHS "${_libclang_root}/include" NO_DEFAULT_PATH
                                                                                  NO_CACHE)
    find_library(
        _libclang_library
        NAMES clang libclang.so.1
        PATHS "${_libclang_root}/lib" "${_libclang_root}/lib64"
        PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE}
        NO_DEFAULT_PATH NO_CACHE)
    if(_libclang_include AND _libclang_library)
        set(LibClang_ROOT_DIR "${_libclang_root}")
        set(LibClang_INCLUDE_DIR "${_libclang_include}")
        set(LibClang_LIBRARY "${_libclang_library}")
        break()
    endif()
endforeach()

if(LibClang_ROOT_DIR)
    file(GLOB _libclang_resources "${LibClang_ROOT_DIR}/lib/clang/[0-9]*/include/stddef.h"
         "${LibClang_ROOT_DIR}/lib64/clang/[0-9]*/include/stddef.h")
    list(SORT _libclang_resources COMPARE NATURAL ORDER DESCENDING)
    if(_libclang_resources)
        list(GET _libclang_resources 0 LibClang_RESOURCE_DIR)
        string(REPLACE "/include/stddef.h" "" LibClang_RESOURCE_DIR "${LibClang_RESOURCE_DIR}")
        get_filename_component(LibClang_VERSION "${LibClang_RESOURCE_DIR}" NAME)
    endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
    LibClang
    REQUIRED_VARS LibClang_LIBRARY LibClang_INCLUDE_DIR LibClang_RESOURCE_DIR
    VERSION_VAR LibClang_VERSION
    REASON_FAILURE_MESSAGE
        "Install it (Debian and Ubuntu: libclang-dev, or libclang-<version>-dev with a version from 14 on), or name an LLVM's prefix with -DLIBCLANG_ROOT=<prefix>."
)

if(LibClang_FOUND AND NOT TARGET LibClang::LibClang)
    add_library(LibClang::LibClang SHARED IMPORTED)
    set_target_properties(
        LibClang::LibClang
        PROPERTIES IMPORTED_LOCATION "${LibClang_LIBRARY}"
                   IMPORTED_NO_SONAME OFF
                   INTERFACE_INCLUDE_DIRECTORIES "${LibClang_INCLUDE_DIR}")
endif()
