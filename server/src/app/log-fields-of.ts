import type { BotContext } from '#features/channel-bots/context.ts'

/** Whose work a context is for, as far as it knows: an operator finds what is wrong by it. */
export function logFieldsOf({ organization, teammate, bot }: Partial<BotContext>): Record<string, string> {
  return {
    ...(organization && { organization_id: organization.id }),
    ...(teammate && { employee_id: teammate.id }),
    ...(bot && { channel: bot.channel }),
  }
}
