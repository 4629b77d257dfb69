import { parentPort } from 'node:worker_threads'
import type { DocumentAnswer, DocumentRequest } from './document-thread.ts'
import { readDocument, readExcerpt, readTools } from './read-document.ts'
import { UnreadableDocument } from './unsupported-operation.ts'

parentPort?.on('message', (request: DocumentRequest) => parentPort?.postMessage(answer(request)))

function answer(request: DocumentRequest): DocumentAnswer {
  const { text, address } = request
  try {
    if (request.wanted === 'document') return { document: readDocument(text, address) }
    if (request.wanted === 'tools') return { tools: readTools(text, request.chosen, address) }
    return { excerpt: readExcerpt(text, request.chosen) }
  } catch (error) {
    if (error instanceof UnreadableDocument) return { unreadable: error.message }
    if (error instanceof RangeError) return { unreadable: 'The document is nested too deeply.' }
    throw error
  }
}
