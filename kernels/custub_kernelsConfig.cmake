# The package custub_kernels: custub::kernels and, if the library was built with a CUDA toolkit and with
# f32, f16 or bf16, custub::moe and custub::moe_ranks. Each is also a component.
include(CMakeFindDependencyMacro)
find_dependency(custub 0.1)
include(${CMAKE_CURRENT_LIST_DIR}/custub_kernelsTargets.cmake)

foreach(library IN ITEMS kernels moe moe_ranks)
    set(custub_kernels_${library}_FOUND FALSE)
    if(TARGET custub::${library})
        set(custub_kernels_${library}_FOUND TRUE)
        # The build of the library linked one form of the runtime; the program chooses its own.
        get_target_property(links custub::${library} INTERFACE_LINK_LIBRARIES)
        list(TRANSFORM links REPLACE "^custub::runtime_(static|shared)$" custub::runtime)
        set_target_properties(custub::${library} PROPERTIES INTERFACE_LINK_LIBRARIES "${links}")
    endif()
endforeach()
foreach(component IN LISTS custub_kernels_FIND_COMPONENTS)
    if(custub_kernels_FIND_REQUIRED_${component} AND NOT custub_kernels_${component}_FOUND)
        set(custub_kernels_FOUND FALSE)
        set(custub_kernels_NOT_FOUND_MESSAGE
            "There is no custub::${component}. The components are kernels, moe and moe_ranks; the last two need a \
build of the kernel library with a CUDA toolkit, and with f32, f16 or bf16 in CUSTUB_KERNEL_TYPES.")
    endif()
endforeach()
