import type { OrgContext } from '../../organizations/context.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { presentChat } from '../present.ts'
import type { ChannelChatRow } from '../table.ts'
import { type BotPlatform, platformOf } from './define-platform.ts'

/** Notifies everyone who sees the teammate of a chat of its bot. */
export function announceChat(
  ctx: OrgContext,
  teammate: TeammateRow,
  row: ChannelChatRow,
  event: keyof BotPlatform['events'] = 'chatUpdated',
): Promise<void> {
  const { organization_id, employee_id } = row
  return ctx.emit(
    platformOf(row.channel).events[event],
    { ...presentChat(row), organization_id, employee_id },
    teammate,
  )
}
