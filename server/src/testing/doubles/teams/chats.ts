/** Where bots are in Teams, and the people who write to them there. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { TeamsBot } from './bots.ts'

export type TeamsPerson = { id: string; name: string; aadObjectId?: string }
export type TeamsTeam = { id: string; name: string; aadGroupId: string }
export type TeamsChat = {
  /** In a channel that of the channel, of which each thread is a conversation. */
  id: string
  type: 'personal' | 'groupChat' | 'channel'
  name?: string
  team?: TeamsTeam
}

const threadId = (suffix: string) => `19:${randomBytes(16).toString('hex')}@thread.${suffix}`

export const newPerson = (name = 'Anna Weber'): TeamsPerson => ({
  id: `29:1${randomBytes(24).toString('base64url')}`,
  name,
  aadObjectId: randomUUID(),
})
export const newPersonalChat = (): TeamsChat => ({
  id: `a:1${randomBytes(48).toString('base64url')}`,
  type: 'personal',
})
export const newGroupChat = (name?: string): TeamsChat => ({
  id: threadId('v2'),
  type: 'groupChat',
  ...(name !== undefined && { name }),
})
export const newTeam = (name = 'Sales'): TeamsTeam => ({ id: threadId('tacv2'), name, aadGroupId: randomUUID() })
/** The first channel of a team has no name of its own. */
export const newChannel = (team: TeamsTeam, name?: string): TeamsChat => ({
  id: threadId('tacv2'),
  type: 'channel',
  team,
  ...(name !== undefined && { name }),
})

export const accountOf = ({ app_id }: TeamsBot): string => `28:${app_id}`

/** The chats that each bot is in. */
export function createRosters() {
  const chats = new Map<string, Map<string, TeamsChat>>()
  const of = (bot: TeamsBot) => {
    const own = chats.get(bot.app_id) ?? new Map<string, TeamsChat>()
    chats.set(bot.app_id, own)
    return own
  }
  return {
    join: (bot: TeamsBot, chat: TeamsChat) => of(bot).set(chat.id, chat),
    leave: (bot: TeamsBot, chat: TeamsChat) => of(bot).delete(chat.id),
    find: (bot: TeamsBot, id: string): TeamsChat | undefined => of(bot).get(id),
    isKnown: (id: string): boolean => [...chats.values()].some((own) => own.has(id)),
    team: (bot: TeamsBot, id: string): TeamsTeam | undefined =>
      [...of(bot).values()].find(({ team }) => team?.id === id)?.team,
  }
}
export type Rosters = ReturnType<typeof createRosters>
