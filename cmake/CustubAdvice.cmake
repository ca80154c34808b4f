# Checks of the calls of custub_add_kernels() and its relatives, and of the targets that use their
# libraries. Messages say what is wrong and what to do.

# Fails at the first argument that belongs to no keyword: a misspelt keyword, or a value without one.
# custub_refuse_arguments(<function> <target> <unknown arguments> <keywords>...)
function(custub_refuse_arguments function target arguments)
    if("${arguments}" STREQUAL "")
        return()
    endif()
    list(GET arguments 0 argument)
    set(fact "${function}(${target}): unknown argument '${argument}'")
    string(TOUPPER "${argument}" written)
    set(nearest "")
    foreach(keyword IN LISTS ARGN)
        string(FIND "${keyword}" "${written}" in_keyword)
        string(FIND "${written}" "${keyword}" in_written)
        if(in_keyword EQUAL 0 OR in_written EQUAL 0)
            list(APPEND nearest ${keyword})
        endif()
    endforeach()
    if(nearest)
        list(JOIN nearest " or " nearest)
        message(FATAL_ERROR "${fact}; did you mean ${nearest}?")
    endif()
    if(argument MATCHES "\\.cu$")
        list(FILTER ARGN INCLUDE REGEX "^SOURCES?$")
        message(FATAL_ERROR "${fact}; write ${ARGN} before it")
    endif()
    list(JOIN ARGN ", " keywords)
    message(FATAL_ERROR "${fact}; the keywords are ${keywords}")
endfunction()

# Fails if the project has no language in which custub's own files can be compiled.
function(custub_refuse_languages function target languages)
    if(NOT "C" IN_LIST languages AND NOT "CXX" IN_LIST languages)
        message(FATAL_ERROR "${function}(${target}): the project has neither C nor C++; write "
                            "project(<name> LANGUAGES C), or call enable_language(C) before")
    endif()
endfunction()

# Fails if there is a target of this name.
function(custub_refuse_target function target)
    if(TARGET ${target})
        message(FATAL_ERROR "${function}(${target}): there is already a target '${target}'; give the library of "
                            "the kernels a name of its own, such as ${target}_kernels, and call "
                            "target_link_libraries(${target} PRIVATE ${target}_kernels)")
    endif()
endfunction()

# Prints once which headers a target has. Checks its sources and its users when all are known.
function(custub_advise_later function target sources headers)
    list(TRANSFORM headers REPLACE ".*/" "")
    list(LENGTH headers count)
    list(SUBLIST headers 0 4 shown)
    list(TRANSFORM shown REPLACE "(.+)" "\"\\1\"")
    list(JOIN shown ", " shown)
    if(count GREATER 4)
        string(APPEND shown ", ...")
    endif()
    if(NOT CUSTUB_SAID_HEADERS_${target} STREQUAL shown)
        message(STATUS "custub: programs that link ${target} include ${shown}")
        set(CUSTUB_SAID_HEADERS_${target} "${shown}" CACHE INTERNAL "")
    endif()
    cmake_language(EVAL CODE "cmake_language(DEFER CALL custub_find_sources
                              [[${function}]] [[${target}]] [[${sources}]] [[${arg_INCLUDE_DIRECTORIES}]])")
    cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]] CALL custub_find_users
                              [[${target}]] [[${shown}]])")
endfunction()

# Runs at the end of the target's folder: each source must exist or be made by a command. A missing folder
# gets only a warning, because it may be made later.
function(custub_find_sources function target sources folders)
    foreach(source IN LISTS sources)
        get_filename_component(path "${source}" ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
        get_source_file_property(is_generated "${path}" GENERATED)
        if(NOT EXISTS "${path}" AND NOT is_generated AND NOT path MATCHES "\\$<")
            message(SEND_ERROR "${function}(${target}): there is no file '${source}' (${path}), and no command "
                               "makes it; correct the name, which is relative to the folder of this "
                               "CMakeLists.txt")
        endif()
    endforeach()
    foreach(folder IN LISTS folders)
        get_filename_component(path "${folder}" ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
        string(FIND "${path}" "${CMAKE_BINARY_DIR}/" place)
        if(NOT EXISTS "${path}" AND NOT place EQUAL 0 AND NOT folder MATCHES "\\$<")
            message(WARNING "${function}(${target}): there is no folder '${folder}' of INCLUDE_DIRECTORIES "
                            "(${path}); correct it, or remove it")
        endif()
    endforeach()
endfunction()

# Runs at the end of the project. A target without users may be for other projects; a line is printed if the
# project has programs and no target links it.
function(custub_find_users target headers)
    set(programs "")
    set(users "")
    custub_visit_folder("${CMAKE_SOURCE_DIR}")
    get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
    foreach(user IN LISTS users)
        get_target_property(sources ${user} SOURCES)
        if(NOT "C" IN_LIST languages AND sources MATCHES "([^;]*\\.c)(;|$)")
            message(NOTICE "custub: ${user} has '${CMAKE_MATCH_1}', and the project has no C: it is not "
                           "compiled; write project(<name> LANGUAGES C CXX), or name it .cpp")
        endif()
    endforeach()
    if(programs AND NOT users)
        list(GET programs 0 program)
        message(NOTICE "custub: no target links ${target}: a program that includes ${headers} needs "
                       "target_link_libraries(${program} PRIVATE ${target})")
    endif()
endfunction()

macro(custub_visit_folder folder)
    get_property(targets_here DIRECTORY "${folder}" PROPERTY BUILDSYSTEM_TARGETS)
    foreach(other IN LISTS targets_here)
        custub_visit_target(${other})
    endforeach()
    get_property(folders_here DIRECTORY "${folder}" PROPERTY SUBDIRECTORIES)
    foreach(inner IN LISTS folders_here)
        custub_visit_inner_folder("${inner}")
    endforeach()
endmacro()

# A function and not a macro, so that each folder has its own lists.
function(custub_visit_inner_folder folder)
    custub_visit_folder("${folder}")
    set(programs "${programs}" PARENT_SCOPE)
    set(users "${users}" PARENT_SCOPE)
endfunction()

# Links may be in generator expressions, so the names are searched for in the text.
function(custub_visit_target other)
    get_target_property(kind ${other} TYPE)
    foreach(property IN ITEMS LINK_LIBRARIES INTERFACE_LINK_LIBRARIES SOURCES MANUALLY_ADDED_DEPENDENCIES)
        get_target_property(links ${other} ${property})
        string(FIND "${links}" "${target}" place)
        if(NOT other STREQUAL target AND NOT place EQUAL -1)
            set(users ${users} ${other} PARENT_SCOPE)
        endif()
    endforeach()
    if(kind STREQUAL EXECUTABLE)
        set(programs ${programs} ${other} PARENT_SCOPE)
    endif()
endfunction()
