import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../../organizations/context.ts'
import type { ChannelConnectionRow } from '../../table.ts'
import { answerThread, type SlackMessage } from '../read-event.ts'
import { findPerson, postText } from '../slack-api.ts'
import { linkFor } from './link-token.ts'

/** Events come again, and people write several messages: one of them is answered. */
const INVITATIONS = { name: 'wchat-invitations', per_minute: 1 }

/** Sends a person the link to link their account. Best effort, after Slack has been answered. */
export function inviteToLink(ctx: OrgContext, connection: ChannelConnectionRow, message: SlackMessage): void {
  const account_id = `${connection.team_id}:${message.user}`
  invite(ctx, connection, message, account_id, async (token) => {
    const person = await findPerson(ctx.ports.config, token, message.user ?? '')
    const { name, real_name, locale } = person.outcome === 'granted' ? person.value.user : {}
    const team_name = connection.team_name ?? connection.team_id ?? ''
    const url = linkFor(ctx, { account_id, name: (real_name || name || message.user || '').slice(0, 64), team_name })
    return locale?.startsWith('ru')
      ? `Чтобы писать здесь своему личному помощнику, свяжите этот аккаунт Slack со своим: ${url}`
      : `To use your personal assistant here, link this Slack account to yours: ${url}`
  })
}

/** In a channel others would read what a personal assistant knows. */
export function inviteToDirectMessage(ctx: OrgContext, connection: ChannelConnectionRow, message: SlackMessage): void {
  invite(
    ctx,
    connection,
    message,
    `${connection.team_id}:${message.channel}`,
    async () => 'Please write to me in a direct message.',
  )
}

function invite(
  ctx: OrgContext,
  connection: ChannelConnectionRow,
  message: SlackMessage,
  key: string,
  textFor: (token: string) => Promise<string>,
): void {
  const { config, cipher } = ctx.ports
  const send = async () => {
    if (!connection.bot_token_sealed || !(await isWithinLimit(ctx, key))) return
    const token = cipher.decrypt(connection.bot_token_sealed)
    const target = { channel: message.channel, thread_ts: answerThread(message) }
    const answer = await postText(config, token, { ...target, text: await textFor(token) })
    if (answer.outcome !== 'granted') ctx.log.warn({ answer }, 'an invitation could not be sent')
  }
  send().catch((error) => ctx.log.error({ err: error }, 'an invitation could not be sent'))
}

async function isWithinLimit(ctx: OrgContext, key: string): Promise<boolean> {
  try {
    await ctx.ports.checkLimit(INVITATIONS, key)
    return true
  } catch (error) {
    if (error instanceof AppError && error.kind === 'too_many_requests') return false
    throw error
  }
}
