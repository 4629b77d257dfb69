import { readFileSync } from 'node:fs'

declare const WebAssembly: { compile(program: Uint8Array): Promise<object> }

/**
 * The program of the embedded database, held here so that its compiled code outlives each server of this worker: by
 * itself the next one to start compiles it again, which takes a second of CPU.
 */
export const embeddedProgram = await WebAssembly.compile(
  readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))),
)
