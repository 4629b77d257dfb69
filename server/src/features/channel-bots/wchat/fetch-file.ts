import type { IncomingFile } from '../bots/incoming.ts'
import type { BotContext } from '../context.ts'
import { recordRefusal } from './check-bot.ts'
import { downloadFile, findFile } from './slack-api.ts'
import type { SlackAnswer } from './slack-call.ts'

export async function fetchFile(
  ctx: BotContext,
  { ref }: IncomingFile,
  maxBytes: number,
): Promise<SlackAnswer<Buffer>> {
  const { config, cipher } = ctx.ports
  const token = cipher.decrypt(ctx.bot.token_sealed)
  const address = await addressOf(ctx, token, ref)
  const answer = address.outcome === 'granted' ? await downloadFile(config, token, address.value, maxBytes) : address
  await recordRefusal(ctx, ctx.teammate, ctx.bot, answer)
  return answer
}

async function addressOf(ctx: BotContext, token: string, ref: string): Promise<SlackAnswer<string>> {
  if (URL.canParse(ref)) return { outcome: 'granted', value: ref }
  const answer = await findFile(ctx.ports.config, token, ref)
  if (answer.outcome !== 'granted') return answer
  const { url_private_download, url_private } = answer.value.file
  const value = url_private_download ?? url_private
  if (value) return { outcome: 'granted', value }
  return { outcome: 'refused', error: 'file_not_found', description: 'Slack has no bytes of this file.' }
}
