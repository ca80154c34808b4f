/* captured_node.h: how captures make nodes. */
#ifndef CPU_CAPTURED_NODE_H
#define CPU_CAPTURED_NODE_H

#include "stream/capture.h"

extern const cpu_capture_nodes cpu_captured_nodes;

#endif
