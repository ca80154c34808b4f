#define WEIGHT 2.0f
