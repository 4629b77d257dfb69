import { createFairLimit } from '#platform/fair-limit.ts'
import { attachmentLimits } from '../../runs/files/attachment-limits.ts'
import { transcribeSpeech } from '../../runs/speech/transcribe-speech.ts'
import type { RunFile } from '../../runs/start-run.ts'
import { stageBytes } from '../../storage/bytes/stage-bytes.ts'
import type { BotContext } from '../context.ts'
import { platformOf } from './define-platform.ts'
import type { IncomingFile } from './incoming.ts'

const TRANSCRIPTION_TIMEOUT_MS = 120_000
/** A file that waits longer for its turn is tried again later. */
const TURN_TIMEOUT_MS = 300_000
/** Each holds a file in memory. */
const downloads = createFairLimit({ total: 4, perKey: 2, waitingPerKey: 1000 })
/** A vendor may take its time, which must not keep others from their pictures. */
const transcriptions = createFairLimit({ total: 8, perKey: 2, waitingPerKey: 1000 })

export type Fetched = {
  files: RunFile[]
  /** The transcripts of audio files, in order; null where transcription failed. */
  spoken: (string | null)[]
  /** Whether some were too large, too many, or not to be had. */
  hasSkipped: boolean
}

/**
 * Brings the files of a message here, as far as the limits on attachments allow; speech is transcribed. Throws where the
 * platform could not give one now, unless that is the last try: then it is left out.
 */
export async function fetchFiles(
  ctx: BotContext,
  wanted: readonly IncomingFile[],
  isLastTry: boolean,
): Promise<Fetched> {
  const { maxAttachmentCount, maxAttachmentSizeBytes, maxTotalAttachmentSizeBytes } = attachmentLimits(ctx)
  const fetched: Fetched = { files: [], spoken: [], hasSkipped: wanted.length > maxAttachmentCount }
  let total = 0
  for (const file of wanted.slice(0, maxAttachmentCount)) {
    const maxBytes = Math.min(maxAttachmentSizeBytes, maxTotalAttachmentSizeBytes - total)
    const bytes = file.size > maxBytes ? null : await fetchFile(ctx, file, maxBytes, isLastTry)
    if (bytes) {
      total += bytes.length
      await using staged = await stageBytes(ctx, bytes)
      fetched.files.push({ name: file.name, mime_type: file.mime_type, ...(await staged.store()) })
    } else fetched.hasSkipped = true
    if (file.is_speech) fetched.spoken.push(bytes ? await transcribe(ctx, file, bytes) : null)
  }
  return fetched
}

/** Null where the platform does not give it, or it is larger than stated. */
async function fetchFile(
  ctx: BotContext,
  file: IncomingFile,
  maxBytes: number,
  isLastTry: boolean,
): Promise<Buffer | null> {
  using _turn = await downloads.enter(ctx.organization.id, AbortSignal.timeout(TURN_TIMEOUT_MS))
  const answer = await platformOf(ctx.bot.channel).fetchFile(ctx, file, maxBytes)
  if (answer.outcome === 'granted') return answer.value
  if (answer.outcome !== 'refused' && !isLastTry)
    throw new Error(`An attachment could not be fetched: ${answer.outcome}`)
  ctx.log.warn({ answer }, 'an attachment could not be fetched')
  return null
}

async function transcribe(ctx: BotContext, { name, mime_type }: IncomingFile, bytes: Buffer): Promise<string | null> {
  try {
    using _turn = await transcriptions.enter(ctx.organization.id, AbortSignal.timeout(TURN_TIMEOUT_MS))
    const signal = AbortSignal.timeout(TRANSCRIPTION_TIMEOUT_MS)
    return await transcribeSpeech(ctx, ctx.teammate, { name, mime_type, bytes }, signal)
  } catch (error) {
    ctx.log.warn({ err: error }, 'a voice message could not be transcribed')
    return null
  }
}
