import { createFairLimit } from '#platform/fair-limit.ts'
import { attachmentLimits } from '../../runs/attachment-limits.ts'
import type { RunFile } from '../../runs/start-run.ts'
import { transcribeSpeech } from '../../runs/transcribe-speech.ts'
import { stageBytes } from '../../storage/stage-bytes.ts'
import type { BotContext } from '../context.ts'
import { downloadFile, getFile } from './msgr-api.ts'
import type { IncomingFile } from './read-update.ts'

const TRANSCRIPTION_TIMEOUT_MS = 120_000
/** Each holds a file in memory. */
const turns = createFairLimit({ total: 4, perKey: 2, waitingPerKey: 1000 })

export type Fetched = {
  files: RunFile[]
  /** What was said in them, or that it could not be made out, in their order. */
  spoken: string[]
  /** Whether some were too large, too many, or not to be had. */
  hasSkipped: boolean
}

const NOT_TRANSCRIBED = '[The voice message could not be transcribed.]'

/** Brings the files of a message here, as far as the limits on attachments allow; what is spoken is written down. */
export async function fetchFiles(ctx: BotContext, wanted: readonly IncomingFile[]): Promise<Fetched> {
  const { maxAttachmentCount, maxAttachmentSizeBytes, maxTotalAttachmentSizeBytes } = attachmentLimits(ctx)
  const fetched: Fetched = { files: [], spoken: [], hasSkipped: wanted.length > maxAttachmentCount }
  let total = 0
  for (const file of wanted.slice(0, maxAttachmentCount)) {
    using _turn = await turns.enter(ctx.organization.id, new AbortController().signal)
    const most = Math.min(maxAttachmentSizeBytes, maxTotalAttachmentSizeBytes - total)
    const bytes = file.size > most ? null : await download(ctx, file, most)
    if (!bytes) {
      fetched.hasSkipped = true
      continue
    }
    total += bytes.length
    await using staged = await stageBytes(ctx, bytes)
    fetched.files.push({ name: file.name, mime_type: file.mime_type, ...(await staged.store()) })
    if (file.is_speech) fetched.spoken.push(await writeDown(ctx, file, bytes))
  }
  return fetched
}

/** Null where the platform does not give it, or it is larger than said. */
async function download(ctx: BotContext, { file_id }: IncomingFile, most: number): Promise<Buffer | null> {
  const { config, cipher } = ctx.ports
  const token = cipher.decrypt(ctx.bot.token_sealed)
  const place = await getFile(config, token, file_id)
  if (place.outcome !== 'granted') return skip(ctx, place)
  if ((place.value.file_size ?? 0) > most) return null
  const answer = await downloadFile(config, token, place.value.file_path, most)
  return answer.outcome === 'granted' ? answer.value : skip(ctx, answer)
}

function skip(ctx: BotContext, answer: object): null {
  ctx.log.warn({ answer }, 'an attachment could not be fetched')
  return null
}

async function writeDown(ctx: BotContext, { name, mime_type }: IncomingFile, bytes: Buffer): Promise<string> {
  try {
    const signal = AbortSignal.timeout(TRANSCRIPTION_TIMEOUT_MS)
    return await transcribeSpeech(ctx, ctx.teammate, { name, mime_type, bytes }, signal)
  } catch (error) {
    ctx.log.warn({ err: error }, 'a voice message could not be transcribed')
    return NOT_TRANSCRIBED
  }
}
