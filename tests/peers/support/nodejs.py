"""How tests start Node.js.

At its end a process waits for all that its threads are at; one that is compiling may wait for a garbage collection,
which nobody makes any more, and both wait forever (nodejs/node#54918; seen with Node.js 20, about once in ten runs of
all tests). So nothing is compiled beside the main thread.
"""
ARGUMENTS = ["--no-concurrent-recompilation"]
