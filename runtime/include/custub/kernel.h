/* custub/kernel.h: contracts on CUDA kernels, for `.cu` files.
 *
 * For nvcc, NVRTC and host compilers every macro of this header is empty. For the generator each is
 * an annotation, whose expression it parses and checks. docs/CONTRACTS.md is the reference.
 *
 *     #include <custub/kernel.h>
 *
 *     extern "C" CUSTUB_THREADS(n) __global__ void saxpy(
 *         size_t n, float a,
 *         const float *__restrict__ x CUSTUB_COUNTED_BY(n),
 *         float *__restrict__ y CUSTUB_COUNTED_BY(n))
 */
#ifndef CUSTUB_KERNEL_H
#define CUSTUB_KERNEL_H

#ifdef __CUSTUB__
/* If clang drops the attribute, the three pragmas stay and tell the generator. */
#define CUSTUB_ANNOTATED_(key, text, written)                                                      \
    CUSTUB_PRAGMA_ CUSTUB_PRAGMA_ CUSTUB_PRAGMA_                                                   \
        __attribute__((annotate("custub." key ":" text "\a" written)))
#define CUSTUB_PRAGMA_              _Pragma("comment(lib, \"\")")
#define CUSTUB_ANNOTATE_(key, text) CUSTUB_ANNOTATED_(key, text, text)
/* The text with the file's macros expanded, then the text as written, for a file with a macro
 * `min`. */
#define CUSTUB_EXPANDED_(key, written, ...) CUSTUB_ANNOTATED_(key, #__VA_ARGS__, written)
#define CUSTUB_CONTRACT_OF_(name)           custub_contract_of_##name
#define CUSTUB_STUB_(name, ...)                                                                    \
    CUSTUB_PRAGMA_ CUSTUB_PRAGMA_ CUSTUB_PRAGMA_ static_assert(                                    \
        (__VA_ARGS__) != nullptr, "custub.stub:" #name "|" #__VA_ARGS__)
#else
#define CUSTUB_ANNOTATE_(key, text)
#define CUSTUB_CONTRACT_OF_(name) name
#define CUSTUB_STUB_(name, ...)   static_assert(true, "")
#endif

/* Defined where inline PTX is not understood: for the generator, and in images for the CPU driver.
 * Both must see the same code:
 *
 *     #ifdef CUSTUB_WITHOUT_PTX
 *         ... the same in C++
 *     #else
 *         asm volatile(...);
 *     #endif */
#if defined(__CUSTUB__) || defined(CUSTUB_CPU_NVCC)
#define CUSTUB_WITHOUT_PTX 1
#endif

/* Gives a contract to a kernel that cannot be edited. The file that custub and nvcc get includes
 * the kernel's file and then declares the kernel again:
 *
 *     #include "vendor/saxpy.cu"
 *
 *     extern "C" CUSTUB_THREADS(n) __global__ void CUSTUB_CONTRACT_OF(saxpy)(
 *         size_t n, float a, const float *x CUSTUB_COUNTED_BY(n), float *y CUSTUB_COUNTED_BY(n));
 *
 * A C++ kernel or a template is declared in its namespace, with the template's parameters. */
#define CUSTUB_CONTRACT_OF(name) CUSTUB_CONTRACT_OF_(name)

/* Gives a C++ kernel the launch function launch_<name>. Written at file scope, after the kernel,
 * with a semicolon; to compilers it is an empty declaration. `...`: the kernel, as C++ names it
 * there; a cast chooses one of several overloads. Kernels with C linkage have a launch function
 * without it; `custub gen --all` gives one to all others that are not templates.
 *
 *     CUSTUB_STUB(scale, math::scale);
 *     CUSTUB_STUB(scale_f64, static_cast<void (*)(int, double *)>(math::scale_any));
 *     CUSTUB_STUB(axpy_f32, math::axpy<float, 4>);
 *
 * The contract is written at the kernel, or once at the template, and may name the template's
 * parameters. The kernel may be static. One in an unnamed namespace cannot be used: nvcc makes up
 * its name in the image. */
#define CUSTUB_STUB(name, ...) CUSTUB_STUB_(name, __VA_ARGS__)

/* This form expands no macro in a contract. Compilers get it; the generator only if it must. */
#if !defined(__CUSTUB__) || defined(__CUSTUB_WRITTEN__)
/* --- On a pointer ---------------------------------------------------------------------------- */

/* After its name: a parameter, or a field of a struct that a kernel takes by value. A
 * parameter's annotation names parameters, a field's names other fields of its struct:
 *
 *     struct image {
 *         float *planes[3] CUSTUB_COUNTED_BY(height * pitch);
 *         int height, pitch;
 *     };
 *
 * Each element of an array of pointers needs what the annotation says. */

/* The pointer points to at least this many elements. */
#define CUSTUB_COUNTED_BY(...)         CUSTUB_ANNOTATE_("counted_by", #__VA_ARGS__)
#define CUSTUB_COUNTED_BY_OR_NULL(...) CUSTUB_ANNOTATE_("counted_by_or_null", #__VA_ARGS__)
/* The pointer points to at least this many bytes. */
#define CUSTUB_SIZED_BY(...)         CUSTUB_ANNOTATE_("sized_by", #__VA_ARGS__)
#define CUSTUB_SIZED_BY_OR_NULL(...) CUSTUB_ANNOTATE_("sized_by_or_null", #__VA_ARGS__)

/* The address is a multiple of this power of two, which is stricter than the element's alignment.
 */
#define CUSTUB_ALIGNED(bytes) CUSTUB_ANNOTATE_("aligned", #bytes)
/* The memory that the kernel needs here may not overlap the memory that it needs of these
 * pointers. */
#define CUSTUB_DISJOINT(...) CUSTUB_ANNOTATE_("disjoint", #__VA_ARGS__)
/* The same, but it may be the same address as one of these pointers: the kernel works in place, on
 * one element at a time. */
#define CUSTUB_SAME_OR_DISJOINT(...) CUSTUB_ANNOTATE_("same_or_disjoint", #__VA_ARGS__)
/* It may overlap these pointers, although one of them is __restrict__. */
#define CUSTUB_ALIASES(...) CUSTUB_ANNOTATE_("aliases", #__VA_ARGS__)
/* (low, high): every element that the pointer is counted by is at least low, and below high. For
 * integers by which the kernel indexes other memory. */
#define CUSTUB_VALUES(...) CUSTUB_ANNOTATE_("values", #__VA_ARGS__)

/* An integer of 64 bits that holds an address, such as a CUdeviceptr, takes all of these, too. Its
 * elements are bytes that the kernel writes, or have this type: float, const float, const void. */
#define CUSTUB_ELEMENT(...) CUSTUB_ANNOTATE_("element", #__VA_ARGS__)

/* On a CUtensorMap: the sizes of the tensor, and of the box that one copy moves, in elements, from
 * the outermost dimension to the innermost one. CUSTUB_ELEMENT names their type. */
#define CUSTUB_MAPS(...) CUSTUB_ANNOTATE_("maps", #__VA_ARGS__)
#define CUSTUB_BOX(...)  CUSTUB_ANNOTATE_("box", #__VA_ARGS__)

/* --- On a kernel, before its return type ----------------------------------------------------- */

/* The launch must cover at least these many threads: (x), (x, y) or (x, y, z). */
#define CUSTUB_THREADS(...) CUSTUB_ANNOTATE_("threads", #__VA_ARGS__)
/* The block must be exactly this: (x), (x, y) or (x, y, z). */
#define CUSTUB_BLOCK(...) CUSTUB_ANNOTATE_("block", #__VA_ARGS__)
/* Dynamic shared memory that the kernel needs, in bytes. */
#define CUSTUB_SHARED(...) CUSTUB_ANNOTATE_("shared", #__VA_ARGS__)
/* A condition on scalars, blockDim and gridDim that a launch must meet. May be repeated. */
#define CUSTUB_REQUIRES(...) CUSTUB_ANNOTATE_("requires", #__VA_ARGS__)
/* How many dimensions the kernel uses, if its body does not tell: 1, 2 or 3. */
#define CUSTUB_DIMENSIONS(n) CUSTUB_ANNOTATE_("dimensions", #n)
/* Annotations of a pointer in a struct parameter, in place of those at the field; they name the
 * kernel's parameters. For structs that cannot be edited, and for templates:
 *     CUSTUB_FIELD(p.planes, COUNTED_BY(p.height * pitch), ALIGNED(16))
 * An array of pointers gets them for all elements, `p.planes[1]` for one. */
#define CUSTUB_FIELD(...) CUSTUB_ANNOTATE_("field", #__VA_ARGS__)
#else
#define CUSTUB_COUNTED_BY(...) CUSTUB_EXPANDED_("counted_by", #__VA_ARGS__, __VA_ARGS__)
#define CUSTUB_COUNTED_BY_OR_NULL(...)                                                             \
    CUSTUB_EXPANDED_("counted_by_or_null", #__VA_ARGS__, __VA_ARGS__)
#define CUSTUB_SIZED_BY(...)         CUSTUB_EXPANDED_("sized_by", #__VA_ARGS__, __VA_ARGS__)
#define CUSTUB_SIZED_BY_OR_NULL(...) CUSTUB_EXPANDED_("sized_by_or_null", #__VA_ARGS__, __VA_ARGS__)
#define CUSTUB_ALIGNED(bytes)        CUSTUB_EXPANDED_("aligned", #bytes, bytes)
#define CUSTUB_DISJOINT(...)         CUSTUB_EXPANDED_("disjoint", #__VA_ARGS__, __VA_ARGS__)
#define CUSTUB_SAME_OR_DISJOINT(...) CUSTUB_EXPANDED_("same_or_disjoint", #__VA_ARGS__, __VA_ARGS__)
#define CUSTUB_MAPS(...)             CUSTUB_EXPANDED_("maps", #__VA_ARGS__, __VA_ARGS__)
#define CUSTUB_BOX(...)              CUSTUB_EXPANDED_("box", #__VA_ARGS__, __VA_ARGS__)
#define CUSTUB_ALIASES(...)          CUSTUB_EXPANDED_("aliases", #__VA_ARGS__, __VA_ARGS__)
#define CUSTUB_VALUES(...)           CUSTUB_EXPANDED_("values", #__VA_ARGS__, __VA_ARGS__)
#define CUSTUB_ELEMENT(...)          CUSTUB_EXPANDED_("element", #__VA_ARGS__, __VA_ARGS__)
#define CUSTUB_THREADS(...)          CUSTUB_EXPANDED_("threads", #__VA_ARGS__, __VA_ARGS__)
#define CUSTUB_BLOCK(...)            CUSTUB_EXPANDED_("block", #__VA_ARGS__, __VA_ARGS__)
#define CUSTUB_SHARED(...)           CUSTUB_EXPANDED_("shared", #__VA_ARGS__, __VA_ARGS__)
#define CUSTUB_REQUIRES(...)         CUSTUB_EXPANDED_("requires", #__VA_ARGS__, __VA_ARGS__)
#define CUSTUB_DIMENSIONS(n)         CUSTUB_EXPANDED_("dimensions", #n, n)
#define CUSTUB_FIELD(...)            CUSTUB_EXPANDED_("field", #__VA_ARGS__, __VA_ARGS__)
#endif

/* --- On a kernel, before its return type, without parentheses -------------------------------- */

/* The kernel strides over its data by the size of the grid: any grid covers CUSTUB_THREADS. */
#define CUSTUB_GRID_STRIDE CUSTUB_ANNOTATE_("grid_stride", "")
/* The kernel synchronizes its whole grid. It is launched cooperatively; all blocks must fit the
 * device at once. */
#define CUSTUB_COOPERATIVE CUSTUB_ANNOTATE_("cooperative", "")

#endif
