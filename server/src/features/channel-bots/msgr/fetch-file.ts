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
  const file = await getFile(config, token, ref)
  if (file.outcome !== 'granted') return file
  if ((file.value.file_size ?? 0) > maxBytes) return { outcome: 'refused', description: 'The file is too large.' }
  return downloadFile(config, token, file.value.file_path, maxBytes)
}
