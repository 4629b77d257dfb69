import { LRUCache } from 'lru-cache'
import type { BotContext } from '../context.ts'
import { findPerson as callUsersInfo, type SlackPerson } from './slack-api.ts'

export type Person = {
  name: string
  first_name: string | undefined
  last_name: string | undefined
  /** BCP 47. */
  locale: string | undefined
}

/** Cached, because Slack's events contain no names, names rarely change, and a workspace has thousands. */
const cached = new LRUCache<string, Person>({ max: 20_000, ttl: 3_600_000 })

const requests = new Map<string, Promise<Person | null>>()

/** A person of the bot's workspace; null where Slack does not tell now. */
export async function findPerson(ctx: BotContext, user_id: string): Promise<Person | null> {
  // Each bot asks for itself: another one may not see the same.
  const key = `${ctx.bot.employee_id} ${ctx.bot.bot_id} ${user_id}`
  const known = cached.get(key)
  if (known) return known
  const existing = requests.get(key)
  if (existing) return existing
  const begun = requestPerson(ctx, key, user_id).finally(() => requests.delete(key))
  requests.set(key, begun)
  return begun
}

async function requestPerson(ctx: BotContext, key: string, user_id: string): Promise<Person | null> {
  const { config, cipher } = ctx.ports
  const answer = await callUsersInfo(config, cipher.decrypt(ctx.bot.token_sealed), user_id)
  if (answer.outcome !== 'granted') {
    ctx.log.warn({ answer }, 'Slack did not tell who a person is')
    return null
  }
  const person = read(answer.value.user, user_id)
  cached.set(key, person)
  return person
}

const read = ({ name, real_name, locale, profile = {} }: SlackPerson, user_id: string): Person => ({
  name: oneLine(profile.display_name || profile.real_name || real_name || name || user_id),
  first_name: profile.first_name || undefined,
  last_name: profile.last_name || undefined,
  locale,
})

const oneLine = (name: string): string => name.replaceAll(/\s+/g, ' ').slice(0, 64)
