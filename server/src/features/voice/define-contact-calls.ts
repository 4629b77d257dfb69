import type { z } from 'zod'
import { AppError } from '#platform/error.ts'
import type { ChannelDefinition } from '../conversations/define-channel.ts'
import type { ConversationRow } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'

type CheckGrant<Grant> = (ctx: OrgContext, conversation: ConversationRow, grant: Grant) => Promise<void>

const checks = new Map<string, CheckGrant<unknown>>()

/**
 * Lets the contacts of a channel call. `schema` is what the channel stores with the session of a call: what its contact has shown.
 * `requireAllowed` throws where a message with it would be refused now; it is asked again and again while the call lasts.
 */
export function defineContactCalls<Grant>(
  channel: ChannelDefinition,
  { schema, requireAllowed }: { schema: z.ZodType<Grant>; requireAllowed: CheckGrant<Grant> },
): void {
  checks.set(channel.name, async (ctx, conversation, grant) => {
    const { data } = schema.safeParse(grant)
    if (data === undefined) throw notAllowed()
    await requireAllowed(ctx, conversation, data)
  })
}

/** Contacts of other channels cannot call. */
export async function requireContactMayCall(
  ctx: OrgContext,
  { channel, conversation, grant }: { channel: ChannelDefinition; conversation: ConversationRow; grant: unknown },
): Promise<void> {
  const check = checks.get(channel.name)
  if (!check) throw notAllowed()
  await check(ctx, conversation, grant)
}

const notAllowed = () => new AppError('forbidden', 'The contact may not call')
