import type { IncomingFile } from '../bots/incoming.ts'
import type { PlatformAnswer } from '../bots/platform-answer.ts'
import type { BotContext } from '../context.ts'
import { downloadFile, getFile } from './msgr-api.ts'

export async function fetchFile(
  ctx: BotContext,
  { ref }: IncomingFile,
  maxBytes: number,
): Promise<PlatformAnswer<Buffer>> {
  const { config, cipher } = ctx.ports
  const token = cipher.decrypt(ctx.bot.token_sealed)
  const place = await getFile(config, token, ref)
  if (place.outcome !== 'granted') return place
  if ((place.value.file_size ?? 0) > maxBytes) return { outcome: 'refused', description: 'The file is too large.' }
  return downloadFile(config, token, place.value.file_path, maxBytes)
}
