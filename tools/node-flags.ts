/**
 * What allocates while it compiles is left to the thread that asked for it. On the runtime's own threads it may wait for a
 * collection by a thread that ends meanwhile and waits for those same threads, until all four wait: then nothing in the process
 * is collected or compiled any more, and no thread of it ever ends.
 */
export const compilerFlags = [
  '--no-concurrent-sparkplug',
  '--no-maglev-build-code-on-background',
  '--no-maglev-deopt-data-on-background',
]

/**
 * The runtime would let its nursery grow until the idle process held twice the memory; 8 MB cost no throughput that could be
 * measured. Bytes outside the heap count towards the same limit as the heap: by itself each upload of 10 MB began a collection
 * of the whole heap, which took two thirds of the server's time.
 */
const sharedFlags = ['--external-memory-accounted-in-global-limit', ...compilerFlags]

/** How the server is run. It asks the collector once, after its start, which has to be in reach for that. */
export const nodeFlags = ['--max-semi-space-size=8', ...sharedFlags, '--expose-gc']

/**
 * How tests are run, and the programs that they start: processor time is what they lack. With a nursery of 8 MB a sixth of a
 * server's start is collections.
 */
export const testFlags = ['--min-semi-space-size=16', '--max-semi-space-size=32', ...sharedFlags]

/**
 * How a program is run that lives for seconds, as the servers that tests kill. Optimizing the largest functions of the
 * embedded database takes 3 s of processor time and 600 MB, which is worth it only where a process continues, and so is
 * collecting what the start left. Its modules are found as the server's are: otherwise a start takes twice the time.
 */
export const briefFlags = [
  ...testFlags,
  '--liftoff-only',
  '--import',
  new URL('../server/modules.mjs', import.meta.url).href,
]
