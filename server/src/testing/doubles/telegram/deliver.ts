/** Takes an update to the webhook of its bot, with the secret that the bot set. */
import { type BotState, nowSeconds, type Update } from './bots.ts'

const TIMEOUT_MS = 60_000

export type Delivered = {
  update: Update
  /** Null where nothing was sent: no webhook, one that takes no such updates, or nobody there. */
  status: number | null
  /** As JSON where it is. */
  body: unknown
}

export async function deliver(bot: BotState, update: Update, origin: string | null): Promise<Delivered> {
  const type = update.my_chat_member ? 'my_chat_member' : update.edited_message ? 'edited_message' : 'message'
  const { webhook } = bot
  if (webhook && !webhook.allowed_updates.includes(type)) return { update, status: null, body: null }
  if (!bot.pending.includes(update)) bot.pending.push(update)
  if (!webhook) return { update, status: null, body: null }

  const { pathname, search } = new URL(webhook.url)
  try {
    const response = await fetch(origin ? new URL(pathname + search, origin) : webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(webhook.secret_token && { 'x-telegram-bot-api-secret-token': webhook.secret_token }),
      },
      body: JSON.stringify(update),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const body = parse(await response.text())
    if (response.ok) bot.pending = bot.pending.filter((one) => one !== update)
    else fail(bot, `Wrong response from the webhook: ${response.status} ${response.statusText}`)
    return { update, status: response.status, body }
  } catch {
    fail(bot, 'Connection refused')
    return { update, status: null, body: null }
  }
}

function fail(bot: BotState, message: string) {
  bot.last_error = { message, date: nowSeconds() }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
