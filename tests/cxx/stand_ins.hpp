/* The types of CUDA's and Thrust's headers that these tests need, by their names; and containers
 * with other memory than the host's. tests/cxx/toolkit.cpp has the real ones. */
#ifndef STAND_INS_HPP
#define STAND_INS_HPP

#include <custub/custub.hpp>

#include <memory>

struct __half {
    unsigned short bits;
};

struct alignas(8) float2 {
    float x, y;
};

namespace sim
{
struct particle {
    float x, speed;
};

enum mode { HALVES, DOUBLES };
enum class axis : unsigned char { X, Y };
} // namespace sim

namespace thrust
{
template <class T> class device_ptr
{
    T *pointer;

  public:
    explicit device_ptr(T *raw) : pointer(raw)
    {
    }

    T *get() const
    {
        return pointer;
    }
};

template <class T> class device_vector
{
    custub::buffer<T> memory;

  public:
    typedef T value_type;

    explicit device_vector(size_t count) : memory(custub::buffer<T>::create(count))
    {
    }

    device_ptr<T> data()
    {
        return device_ptr<T>(memory.data());
    }

    device_ptr<const T> data() const
    {
        return device_ptr<const T>(memory.data());
    }

    size_t size() const
    {
        return memory.size();
    }
};
} // namespace thrust

/* Managed memory in a std::vector. */
template <class T> struct managed_allocator {
    typedef T value_type;

    T *allocate(size_t count)
    {
        return custub::managed<T>::create(count).release().pointer;
    }

    void deallocate(T *pointer, size_t)
    {
        custub_memory_destroy_managed(pointer, nullptr);
    }

    bool operator==(const managed_allocator &) const
    {
        return true;
    }

    bool operator!=(const managed_allocator &) const
    {
        return false;
    }
};

#endif
