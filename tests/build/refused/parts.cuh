// The test edits this file.
#define OFFSET 5
