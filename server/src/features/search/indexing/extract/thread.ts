import { parentPort } from 'node:worker_threads'
import { embedLocally } from '../embed/local-embedding.ts'
import { chunk } from './chunk.ts'
import { extract } from './extract.ts'
import type { Extracted, ExtractRequest } from './extraction-thread.ts'
import { searchTextOf } from './search-text.ts'
import { TextBudget } from './text-budget.ts'
import { Unreadable } from './unreadable.ts'

parentPort?.on('message', async (request: ExtractRequest) => parentPort?.postMessage(await answer(request)))

async function answer({ bytes, extension, index }: ExtractRequest): Promise<Extracted> {
  try {
    const { parts, warning } = await extract(bytes, extension)
    const budget = new TextBudget()
    for (const { lines } of parts) for (const { text } of lines) budget.spend(text.length)
    const chunks = chunk(parts)
    const searchable = index ? chunks.map(({ text }) => searchTextOf(text)) : []
    const dimensions = index?.dimensions ?? null
    const vectors = dimensions === null ? null : chunks.map(({ text }) => embedLocally(text, dimensions))
    return { chunks, searchable, vectors, warning }
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.message }
    // An error of a reader is a fault of the document; the log has its stack.
    return { unreadable: 'The document cannot be read', cause: error instanceof Error ? String(error.stack) : '' }
  }
}
