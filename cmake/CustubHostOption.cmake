# custub_quote_host_option(<variable> <option>): an option of the host compiler, as the value of nvcc's -Xcompiler.
# nvcc splits the value at commas, removes one backslash before any character, and passes the rest to a shell.
function(custub_quote_host_option variable option)
    string(REGEX REPLACE "([$`\"\\])" "\\\\\\1" option "${option}") # for the shell
    string(REGEX REPLACE "([,\"\\])" "\\\\\\1" option "${option}")  # for nvcc
    set(${variable} "\"${option}\"" PARENT_SCOPE)
endfunction()
