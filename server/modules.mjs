/**
 * How the server's modules are found and compiled: imported before any of them. Plain JavaScript, because what is on only
 * after the first TypeScript file was loaded comes too late: the runtime's compiler of types would already take its time
 * and 18 MB, in this process and in each thread.
 */
import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

// Read by the threads too. Whoever cannot write here names another directory.
process.env.NODE_COMPILE_CACHE ||= fileURLToPath(new URL('../node_modules/.cache/alongside', import.meta.url))
enableCompileCache()

const LARGE = 'drizzle-orm'
const resolved = new Map()

/** For each module that it resolves the runtime parses what its package exports: 180 kB here, half of the time of a start. */
export const moduleHooks = registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context
    if (specifier.startsWith('.') && parentURL.includes(`/node_modules/${LARGE}/`)) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    }
    if (specifier !== LARGE && !specifier.startsWith(`${LARGE}/`)) return next(specifier, context)
    const known = resolved.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
    resolved.set(specifier, known)
    return known
  },
})
