import { parentPort } from 'node:worker_threads'
import { embedLocally } from '../embed/local-embedding.ts'
import { chunk } from './chunk.ts'
import { extract } from './extract.ts'
import type { Extracted, ExtractRequest } from './extraction-thread.ts'
import { Unreadable } from './unreadable.ts'

parentPort?.on('message', async (request: ExtractRequest) => parentPort?.postMessage(await answer(request)))

async function answer({ bytes, extension, dimensions }: ExtractRequest): Promise<Extracted> {
  try {
    const chunks = chunk(await extract(bytes, extension))
    const vectors = dimensions === null ? null : chunks.map(({ text }) => embedLocally(text, dimensions))
    return { chunks, vectors }
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.message }
    // What a reader stumbles over is a fault of the document; the rest of it stays unknown.
    return { unreadable: 'The document cannot be read', cause: error instanceof Error ? String(error.stack) : '' }
  }
}
