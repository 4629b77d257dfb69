/**
 * How the server is run. The runtime would let its nursery grow until the idle process held twice the memory; 8 MB
 * cost no throughput that could be measured. Bytes outside the heap count towards the same limit as the heap: by itself
 * each upload of 10 MB began a collection of the whole heap, which took two thirds of the server's time. Code is not compiled
 * on the runtime's own threads: each waits there for a collection by a thread that ends meanwhile and waits for the compiler
 * itself, until all four wait and nothing in the process is collected or compiled any more.
 */
export const nodeFlags = [
  '--max-semi-space-size=8',
  '--external-memory-accounted-in-global-limit',
  '--no-concurrent-sparkplug',
]
