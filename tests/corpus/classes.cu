// Classes: private members, bases, methods, constructors, constants.
// kernels: classes
class secret {
    int a;
    double b;

  public:
    __host__ __device__ secret() : a(0), b(0) {}
    __host__ __device__ int get() const { return a; }
};
struct base {
    int a;
    char b;
};
struct derived : base {
    char c;
};
struct empty_base {
};
struct from_empty : empty_base {
    int x;
};
struct two : base, private from_empty {
    short s;
};
struct with_methods {
    static constexpr int limit = 4;
    static int counter;
    using value = float;
    enum { columns = 3 };
    float data[limit];
    __device__ float at(int i) const { return data[i]; }
    friend struct base;
};
class all_public {
  public:
    int x;
    float y;
};
struct protected_part {
    int a;

  protected:
    char b;
};
extern "C" __global__ void classes(char a, secret b, char c, derived d, char e, from_empty f, two g,
                                   with_methods h, all_public i, char j, protected_part k)
{
}
