#pragma once
static const int first_lane = 0;
#define FIRST_LANE 0
