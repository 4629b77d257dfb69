import { extensionOf, isIndexable, isText } from '#contracts/file-types.ts'
import { AppError } from '#platform/error.ts'
import { createFairLimit } from '#platform/fair-limit.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { OrgContext } from '../organizations/context.ts'
import { linesOfChunks } from './chunk-lines.ts'
import { ExtractionThread } from './indexing/extract/extraction-thread.ts'
import { decodeInTurns } from './indexing/extract/read-text.ts'
import { Unreadable } from './indexing/extract/unreadable.ts'
import { partNameOf } from './passage.ts'
import { unreadNote } from './unread-note.ts'

/** Each reads in a thread of its own, because one that waits for another would be charged with the time of both. */
const turns = createFairLimit({ total: 2, perKey: 1, waitingPerKey: 16 })

/** What a file says that is not in the storage, by its name: read as indexed documents are, and not kept. */
export async function extractText(
  ctx: OrgContext,
  { name, bytes }: { name: string; bytes: Buffer },
  signal: AbortSignal,
): Promise<string> {
  try {
    if (isText(name)) return await decodeInTurns(bytes)
    if (isIndexable(name)) return await documentText(ctx, { name, bytes }, signal)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw new AppError('unprocessable', `The text of ${name} could not be read. ${error.message}`, { cause: error })
  }
  throw new AppError('unprocessable', `${name} is of a type that cannot be read as text`)
}

/** Announces its pages, slides or sheets. */
async function documentText(
  ctx: OrgContext,
  { name, bytes }: { name: string; bytes: Buffer },
  signal: AbortSignal,
): Promise<string> {
  using _turn = await turns.enter(ctx.organization.id, signal)
  await using thread = new ExtractionThread()
  const { chunks, warning } = await thread.extract({ bytes, extension: extensionOf(name), index: null }, signal)
  const word = partNameOf(name)
  const lines: string[] = warning ? [unreadNote(warning)] : []
  let part: number | null | undefined
  for await (const line of linesOfChunks(chunks)) {
    await yieldToEventLoop()
    if (word && line.part !== null && line.part !== part)
      lines.push(`--- ${word} ${line.part}${line.part_name ? `: ${line.part_name}` : ''} ---`)
    part = line.part
    lines.push(line.text)
  }
  return lines.join('\n')
}
