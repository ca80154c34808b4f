# Run by cpack before it packs: gives all files the time SOURCE_DATE_EPOCH, if that is set. Files that were
# stripped or written by the installation have the time when that was.
if(DEFINED ENV{SOURCE_DATE_EPOCH})
    execute_process(COMMAND find "${CPACK_TEMPORARY_DIRECTORY}" -exec touch -h -d "@$ENV{SOURCE_DATE_EPOCH}" {} +
                    COMMAND_ERROR_IS_FATAL ANY)
endif()
