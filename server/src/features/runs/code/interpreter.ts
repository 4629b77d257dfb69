import { readFile } from 'node:fs/promises'

let compiled: Promise<WebAssembly.Module> | null = null

/**
 * The interpreter of code, compiled once for the threads of all steps: each would compile it again, and what the runtime has
 * optimized for one thread it executes in all.
 */
export function compiledInterpreter(): Promise<WebAssembly.Module> {
  compiled ??= compile()
  return compiled
}

async function compile(): Promise<WebAssembly.Module> {
  const path = import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
  return WebAssembly.compile(await readFile(new URL(path)))
}
