import type { OrgContext } from '../organizations/context.ts'
import type { TeammateRow } from './table.ts'

type FindBotId = (ctx: OrgContext, teammate: Pick<TeammateRow, 'id'>) => Promise<string | null>

let findBotId: FindBotId = async () => null

/** Bots belong to the chat platforms, which are above: that feature declares how a teammate's bot is found. */
export function defineBotId(find: FindBotId): void {
  findBotId = find
}

/** The Telegram bot that is connected to a teammate, by Telegram's number. */
export const botIdOf: FindBotId = (ctx, teammate) => findBotId(ctx, teammate)
