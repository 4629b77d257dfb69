import type { OrgContext } from '../../organizations/context.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { msgrBotUpdated } from '../events.ts'
import type { ChannelBotRow } from '../table.ts'
import { presentBot } from './present-bot.ts'

/** Notifies everyone who sees the teammate of the state of its bot. */
export function announceBot(ctx: OrgContext, teammate: TeammateRow, row: ChannelBotRow | null): Promise<void> {
  const { id: employee_id, organization_id } = teammate
  return ctx.emit(msgrBotUpdated, { ...presentBot(ctx, employee_id, row), organization_id, employee_id }, teammate)
}
