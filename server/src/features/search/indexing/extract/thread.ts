import { parentPort } from 'node:worker_threads'
import { embedLocally } from '../embed/local-embedding.ts'
import { chunk } from './chunk.ts'
import { extract } from './extract.ts'
import type { Extracted, ExtractRequest } from './extraction-thread.ts'
import { Unreadable } from './unreadable.ts'

/** More than any file of plain text may have; a small workbook can refer to one long text a million times. */
const MOST_TEXT = 16_000_000

parentPort?.on('message', async (request: ExtractRequest) => parentPort?.postMessage(await answer(request)))

async function answer({ bytes, extension, dimensions }: ExtractRequest): Promise<Extracted> {
  try {
    const parts = await extract(bytes, extension)
    const length = parts.flatMap(({ lines }) => lines).reduce((sum, { text }) => sum + text.length, 0)
    if (length > MOST_TEXT)
      throw new Unreadable(`The document has more than ${MOST_TEXT / 1e6} million characters of text`)
    const chunks = chunk(parts)
    const vectors = dimensions === null ? null : chunks.map(({ text }) => embedLocally(text, dimensions))
    return { chunks, vectors }
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.message }
    // What a reader stumbles over is a fault of the document; the rest of it stays unknown.
    return { unreadable: 'The document cannot be read', cause: error instanceof Error ? String(error.stack) : '' }
  }
}
