# Runs examples/trace.c, and reads what it wrote: JSON, with an event for each call.
#
#   cmake -DPROGRAM=... -DTRACE=FILE.json -P trace_is_json.cmake

execute_process(COMMAND ${PROGRAM} ${TRACE} RESULT_VARIABLE result)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "the program ended with ${result}")
endif()
file(READ ${TRACE} text)
string(JSON count LENGTH "${text}")
math(EXPR last "${count} - 1")
set(seen "")
set(earlier 0)
foreach(i RANGE ${last})
    string(JSON phase GET "${text}" ${i} ph)
    string(JSON name GET "${text}" ${i} name)
    string(JSON kind GET "${text}" ${i} cat)
    string(JSON bytes GET "${text}" ${i} args bytes)
    string(JSON start GET "${text}" ${i} ts)
    string(JSON duration GET "${text}" ${i} dur)
    if(NOT phase STREQUAL "X" OR start LESS earlier OR duration LESS 0)
        message(FATAL_ERROR "event ${i} of ${TRACE} is wrong")
    endif()
    set(earlier ${start})
    list(APPEND seen "${kind}:${name}")
    if(kind MATCHES "^(allocation|upload|download|fill|free)$" AND NOT bytes EQUAL 400000)
        message(FATAL_ERROR "event ${i} of ${TRACE} has ${bytes} bytes")
    endif()
endforeach()
set(wanted
    "load:saxpy.cu" "allocation:allocating a buffer" "upload:uploading to a buffer"
    "allocation:allocating a buffer" "fill:filling a buffer" "launch:saxpy"
    "download:downloading from a buffer" "free:freeing a buffer" "free:freeing a buffer")
if(NOT seen STREQUAL wanted)
    message(FATAL_ERROR "the events are\n${seen}\nnot\n${wanted}")
endif()
