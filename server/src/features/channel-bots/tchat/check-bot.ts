import type { OrgContext } from '../../organizations/context.ts'
import type { TeammateWork } from '../../teammates/context.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { updateBot } from '../bots/update-bot.ts'
import type { ChannelBotRow } from '../table.ts'
import { botScope, requestToken } from './access-token.ts'
import { credentialsOf } from './bot-caller.ts'
import { isCredentialRefusal, type TchatAnswer } from './tchat-answer.ts'

/** Whether Microsoft still accepts the password, which expires after some months. */
export async function checkBot(ctx: TeammateWork, bot: ChannelBotRow): Promise<void> {
  const { config } = ctx.ports
  const answer = await requestToken(config, credentialsOf(ctx, bot), botScope(config), ctx.now())
  await recordRefusal(ctx, ctx.teammate, bot, answer)
  if (answer.outcome === 'granted' && bot.webhook_error !== null) {
    await updateBot(ctx, ctx.teammate, bot, { webhook_error: null })
  }
}

/** Marks a bot whose password is refused as invalid, with Microsoft's words. */
export async function recordRefusal(
  ctx: OrgContext,
  teammate: TeammateRow,
  bot: ChannelBotRow,
  answer: TchatAnswer<unknown>,
): Promise<void> {
  if (answer.outcome !== 'refused' || !isCredentialRefusal(answer)) return
  await updateBot(ctx, teammate, bot, { status: 'invalid', webhook_error: answer.description })
}
