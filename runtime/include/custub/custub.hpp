/* custub/custub.hpp: all of custub for a C++ program. Header-only, C++17. docs/CXX.md shows it. */
#ifndef CUSTUB_CUSTUB_HPP
#define CUSTUB_CUSTUB_HPP

#include "custub.h"
#include "error.hpp"
#include "memory.hpp"
#include "overload.hpp"
#include "owner.hpp"

#endif
