# How custub's own code is compiled, and where the build tree keeps it.

if(PROJECT_IS_TOP_LEVEL)
    # Programs find libraries by relative paths, so the build folder can be moved.
    set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
    set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
    set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
    set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
    set(CMAKE_BUILD_RPATH "$ORIGIN/../lib")
    set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
    if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
        set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "The kind of build" FORCE)
    endif()
endif()

# All of custub's own programs, libraries and tests link this.
add_library(custub_build_options INTERFACE)
target_compile_options(
    custub_build_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
                                   $<$<BOOL:${CUSTUB_WERROR}>:-Werror>)
if(CUSTUB_SANITIZE)
    string(REPLACE ";" "," sanitizers "${CUSTUB_SANITIZE}")
    set(sanitizer_flags -fsanitize=${sanitizers} -fno-omit-frame-pointer)
    if(CUSTUB_SANITIZE MATCHES "undefined")
        list(APPEND sanitizer_flags -fno-sanitize-recover=undefined)
    endif()
    target_compile_options(custub_build_options INTERFACE ${sanitizer_flags})
    target_link_options(custub_build_options INTERFACE ${sanitizer_flags})
endif()

# custub_c_target(<target>): C11, as custub's own code is written.
function(custub_c_target target)
    set_target_properties(
        ${target}
        PROPERTIES C_STANDARD 11
                   C_STANDARD_REQUIRED ON
                   C_EXTENSIONS OFF
                   CXX_STANDARD 17
                   CXX_STANDARD_REQUIRED ON
                   CXX_EXTENSIONS OFF
                   UNITY_BUILD OFF # its files may define the same local names
                   POSITION_INDEPENDENT_CODE ON)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:custub_build_options>)
endfunction()
