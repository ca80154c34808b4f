// Conditions such as __has_builtin are answered as by nvcc's host compiler, not as by clang.
// nvcc refuses:
// verify refuses:
// host refuses:
#ifdef __has_feature
#define HAS_FEATURE(x) __has_feature(x)
#else
#define HAS_FEATURE(x) 0
#define FEATURES 3
#endif
#ifndef FEATURES
#define FEATURES 5
#endif
#if defined(__has_builtin)
#define HAS_BUILTIN(x) __has_builtin(x)
#else
#define HAS_BUILTIN(x) 0
#endif
#define HAS_ATTRIBUTE(name, date) (__has_attribute(name) >= date)
#if HAS_BUILTIN(__builtin_nontemporal_load) || __has_builtin(__builtin_elementwise_max)
#define BUILTINS 3
#else
#define BUILTINS 5
#endif
#if HAS_ATTRIBUTE(ext_vector_type, 1) || !HAS_ATTRIBUTE(vector_size, 1)
#define ATTRIBUTES 3
#else
#define ATTRIBUTES 5
#endif
#if __has_cpp_attribute(clang::lto_visibility_public) || !__has_cpp_attribute(gnu::always_inline)
#define CPP_ATTRIBUTES 3
#else
#define CPP_ATTRIBUTES 5
#endif
#if __has_include(<quadmath.h>) /* GCC's own */
#define INCLUDES 3
#else
#define INCLUDES 5
#endif
#if defined(__has_warning) || defined(__is_identifier) || defined(__has_extension) || \
    HAS_FEATURE(cxx_constexpr)
#define WARNINGS 3
#else
#define WARNINGS 5
#endif
struct asked {
    char features[FEATURES], builtins[BUILTINS], attributes[ATTRIBUTES], cpp[CPP_ATTRIBUTES],
        includes[INCLUDES], warnings[WARNINGS];
};
extern "C" __global__ void asks(asked a)
{
}
