/* Each of these names is twice as long as the one before. */
template <class A, class B> struct two {};
using t1 = two<int, float>;
using t2 = two<t1, t1>;
using t3 = two<t2, t2>;
using t4 = two<t3, t3>;
using t5 = two<t4, t4>;
using t6 = two<t5, t5>;
using t7 = two<t6, t6>;
using t8 = two<t7, t7>;
using t9 = two<t8, t8>;
using t10 = two<t9, t9>;
using t11 = two<t10, t10>;
using t12 = two<t11, t11>;
using t13 = two<t12, t12>;
using t14 = two<t13, t13>;
using t15 = two<t14, t14>;
using t16 = two<t15, t15>;
using t17 = two<t16, t16>;
using t18 = two<t17, t17>;
using t19 = two<t18, t18>;
using t20 = two<t19, t19>;
using t21 = two<t20, t20>;
using t22 = two<t21, t21>;
using t23 = two<t22, t22>;
using t24 = two<t23, t23>;
using t25 = two<t24, t24>;
using t26 = two<t25, t25>;
using t27 = two<t26, t26>;
using t28 = two<t27, t27>;
using t29 = two<t28, t28>;
using t30 = two<t29, t29>;
extern "C" __global__ void short_enough(t8 *a) {}
extern "C" __global__ void pointer(t30 *a) {}
extern "C" __global__ void value(t30 a) {}
extern "C" __global__ void function(void (*a)(int, t30 *)) {}
extern "C" __global__ void array(const t30 (*a)[3]) {}
struct box {
    t30 *inside;
};
extern "C" __global__ void boxed(box *a) {}
