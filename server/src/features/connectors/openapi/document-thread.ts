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
/** Enough for nearly every document. */
const QUICK_LIMITS = { deadlineMs: 3000, memoryMb: 256 }
const quickTurns = createFairLimit({ total: 2, perKey: 1, waitingPerKey: 4 })
/** Of those for which a short try was not enough: they wait for each other, and no other document waits for them. */
const slowTurns = createFairLimit({ total: 1, perKey: 1, waitingPerKey: 4 })

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

async function ask(
  ctx: OrgContext,
  request: DocumentRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<DocumentAnswer> {
  try {
    using _turn = await quickTurns.enter(ctx.organization.id, signal)
    return await askThread(request, signal, QUICK_LIMITS)
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error
  }
  using _turn = await slowTurns.enter(ctx.organization.id, signal)
  return await askThread(request, signal, LIMITS).catch((error: unknown) => {
    if (!(error instanceof ThreadEnded)) throw error
    return { unreadable: `Reading the document takes too ${error.why === 'time' ? 'long' : 'much memory'}.` }
  })
}

/** In a thread, because documents are untrusted: they may be large, knotted, or made to keep a reader busy. */
async function askThread(
  request: DocumentRequest,
  signal: AbortSignal,
  limits: typeof LIMITS,
): Promise<DocumentAnswer> {
  await using thread = new IsolatedThread<DocumentRequest, DocumentAnswer>(
    new URL('./thread.ts', import.meta.url),
    limits,
  )
  return await thread.ask(request, signal)
}
