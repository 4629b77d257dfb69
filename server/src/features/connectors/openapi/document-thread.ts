import type { ApiDocument } from '#contracts/api-documents.ts'
import { AppError } from '#platform/error.ts'
import { createFairLimit } from '#platform/fair-limit.ts'
import { IsolatedThread, ThreadEnded } from '#platform/isolated-thread.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { StoredTool } from '../remote-types.ts'

/** A document, and the address at which its API is reached, where that is known. */
type Documented = { text: string; address: string | null }
export type DocumentRequest = Documented &
  ({ wanted: 'document' } | { wanted: 'tools' | 'excerpt'; chosen: readonly string[] })
type Answers = { document: ApiDocument; tools: StoredTool[]; excerpt: string }
export type DocumentAnswer =
  | { [Wanted in keyof Answers]: Pick<Answers, Wanted> }[keyof Answers]
  | { unreadable: string }

const LIMITS = { deadlineMs: 10_000, memoryMb: 512 }
/** Of this process: a large document keeps a core busy for a second. */
const turns = createFairLimit({ total: 2, perKey: 1, waitingPerKey: 4 })

function unreadable(answer: DocumentAnswer): AppError {
  const message = 'unreadable' in answer ? answer.unreadable : 'The document could not be read.'
  return new AppError('unprocessable', message, { code: 'DOCUMENT_UNREADABLE' })
}

/** What an OpenAPI document says; refused with a sentence where it cannot be read, as the others are. */
export async function describeDocument(
  ctx: OrgContext,
  document: Documented,
  signal?: AbortSignal,
): Promise<ApiDocument> {
  const answer = await ask(ctx, { wanted: 'document', ...document }, signal)
  if ('document' in answer) return answer.document
  throw unreadable(answer)
}

/** The tools of operations that someone chose from it. */
export async function toolsOfDocument(
  ctx: OrgContext,
  document: Documented,
  chosen: readonly string[],
): Promise<StoredTool[]> {
  const answer = await ask(ctx, { wanted: 'tools', ...document, chosen })
  if ('tools' in answer) return answer.tools
  throw unreadable(answer)
}

/** The part of it that these operations need, as JSON. */
export async function excerptOfDocument(ctx: OrgContext, text: string, chosen: readonly string[]): Promise<string> {
  const answer = await ask(ctx, { wanted: 'excerpt', text, address: null, chosen })
  if ('excerpt' in answer) return answer.excerpt
  throw unreadable(answer)
}

/** In a thread, because documents are untrusted: they may be large, knotted, or made to keep a reader busy. */
async function ask(
  ctx: OrgContext,
  request: DocumentRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<DocumentAnswer> {
  using _turn = await turns.enter(ctx.organization.id, signal)
  await using thread = new IsolatedThread<DocumentRequest, DocumentAnswer>(
    new URL('./thread.ts', import.meta.url),
    LIMITS,
  )
  return await thread.ask(request, signal).catch((error: unknown) => {
    if (!(error instanceof ThreadEnded)) throw error
    return { unreadable: `Reading the document takes too ${error.why === 'time' ? 'long' : 'much memory'}.` }
  })
}
