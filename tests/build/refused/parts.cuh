// What the test changes.
#define OFFSET 5
