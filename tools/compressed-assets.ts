import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** Made once, at the build, so that it may take its time. */
const packed = (text: string | Uint8Array) => gzipSync(text, { level: constants.Z_BEST_COMPRESSION })

/** Beside every text file its compressed forms, so that the server never compresses the same bytes twice. */
export function compressed(outDir: string, isText: RegExp): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle(_, bundle) {
      for (const name of Object.keys(bundle).filter((name) => isText.test(name))) {
        const bytes = readFileSync(join(outDir, name))
        writeFileSync(join(outDir, `${name}.br`), brotliCompressSync(bytes))
        writeFileSync(join(outDir, `${name}.gz`), packed(bytes))
      }
    },
  }
}

/** These chunks with all that they import at once. */
export function withImports(from: Rolldown.OutputChunk[], all: Rolldown.OutputChunk[]): Set<Rolldown.OutputChunk> {
  const found = new Set(from)
  for (const { imports } of found) for (const chunk of all) if (imports.includes(chunk.fileName)) found.add(chunk)
  return found
}

/** In kB, to a tenth. */
export function gzipped(texts: Iterable<string | Uint8Array>): number {
  let bytes = 0
  for (const text of texts) bytes += packed(text).length
  return Math.round(bytes / 100) / 10
}
