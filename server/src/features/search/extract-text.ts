import { extensionOf, isIndexable, isText } from '#contracts/file-types.ts'
import { AppError } from '#platform/error.ts'
import { createFairLimit } from '#platform/fair-limit.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { OrgContext } from '../organizations/context.ts'
import { linesOfChunks } from './chunk-lines.ts'
import { ExtractionThread, QUICK_LIMITS } from './indexing/extract/extraction-thread.ts'
import { decodeInTurns } from './indexing/extract/read-text.ts'
import { TooSlow, Unreadable } from './indexing/extract/unreadable.ts'
import { partNameOf } from './passage.ts'
import { unreadNote } from './unread-note.ts'

/** The bytes of a file and their place among those that may lie in memory, until its scope ends. */
type OpenFile = Disposable & { bytes: Buffer }
type OutsideFile = { name: string; open: () => Promise<OpenFile> }

/** Each document is read in a thread of its own, because one that waits for another would be charged with the time of both. */
const quickTurns = createFairLimit({ total: 2, perKey: 1, waitingPerKey: 16 })
/** Of those for which a short try was not enough: they wait for each other, and no short document waits for them. */
const slowTurns = createFairLimit({ total: 1, perKey: 1, waitingPerKey: 16 })

/**
 * What a file says that is not in the storage, by its name: read as indexed documents are, and not kept. One that takes long
 * is opened a second time, so that it has no place in memory while it waits.
 */
export async function extractText(ctx: OrgContext, file: OutsideFile, signal: AbortSignal): Promise<string> {
  const { name } = file
  try {
    if (isText(name)) {
      using opened = await file.open()
      return await decodeInTurns(opened.bytes)
    }
    if (isIndexable(name)) return await documentText(ctx, file, signal)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw new AppError('unprocessable', `The text of ${name} could not be read. ${error.message}`, { cause: error })
  }
  throw new AppError('unprocessable', `${name} is of a type that cannot be read as text`)
}

/** Announces its pages, slides or sheets. */
async function documentText(ctx: OrgContext, file: OutsideFile, signal: AbortSignal): Promise<string> {
  const { chunks, warning } = await extractQuickly(ctx, file, signal).catch((error: unknown) => {
    if (!(error instanceof TooSlow)) throw error
    return extractSlowly(ctx, file, signal)
  })
  const word = partNameOf(file.name)
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

async function extractQuickly(ctx: OrgContext, { name, open }: OutsideFile, signal: AbortSignal) {
  using file = await open()
  using _turn = await quickTurns.enter(ctx.organization.id, signal)
  await using thread = new ExtractionThread(QUICK_LIMITS)
  return await thread.extract({ bytes: file.bytes, extension: extensionOf(name), index: null }, signal)
}

async function extractSlowly(ctx: OrgContext, { name, open }: OutsideFile, signal: AbortSignal) {
  using _turn = await slowTurns.enter(ctx.organization.id, signal)
  using file = await open()
  await using thread = new ExtractionThread()
  return await thread.extract({ bytes: file.bytes, extension: extensionOf(name), index: null }, signal)
}
