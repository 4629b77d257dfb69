import { LRUCache } from 'lru-cache'
import { AppError } from '#platform/error.ts'
import { createFairLimit } from '#platform/fair-limit.ts'
import { registerChat, type SeenChat } from '../bots/register-chat.ts'
import type { BotContext } from '../context.ts'
import { findPerson } from './find-person.ts'
import { findConversation } from './slack-api.ts'

/** The chats whose names this process has asked for in the last hour; a channel may be renamed. */
const asked = new LRUCache<string, true>({ max: 50_000, ttl: 3_600_000 })

/** A chat over the limit keeps its id as its name until someone writes there again. */
const turns = createFairLimit({ total: 16, perKey: 4, waitingPerKey: 200 })
const never = new AbortController().signal

/** Asks Slack in the background what a chat is called, because its events do not tell. */
export function nameChat(ctx: BotContext, seen: SeenChat, sender_id: string | undefined): void {
  const key = `${ctx.bot.employee_id} ${ctx.bot.bot_id} ${seen.chat_id}`
  if (asked.has(key)) return
  asked.set(key, true)
  findName(ctx, seen, sender_id)
    .then(async (name) => {
      if (name) await registerChat(ctx, { ...seen, name })
      else asked.delete(key)
    })
    .catch((error) => {
      asked.delete(key)
      if (error instanceof AppError && error.kind === 'too_many_requests') return
      ctx.log.warn({ err: error }, 'a chat could not be named')
    })
}

async function findName(
  ctx: BotContext,
  { chat_id, kind }: SeenChat,
  sender_id: string | undefined,
): Promise<string | undefined> {
  using _turn = await turns.enter(ctx.organization.id, never)
  if (kind === 'private') return sender_id && (await findPerson(ctx, sender_id))?.name
  const { config, cipher } = ctx.ports
  const answer = await findConversation(config, cipher.decrypt(ctx.bot.token_sealed), chat_id)
  if (answer.outcome !== 'granted') return undefined
  const { name, is_mpim, purpose } = answer.value.channel
  // The name of a group of people is made of their account names.
  if (is_mpim && purpose?.value) return purpose.value
  return name && `#${name}`
}
