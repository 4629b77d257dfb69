import type { ContentPayload } from '#contracts/conversations.ts'
import type { WaitingFor } from '#contracts/waiting.ts'
import { toJson } from '#platform/db/columns.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { presentPayload } from '../present.ts'
import { messagePayloads } from './table.ts'

/** In characters of JSON; a larger payload is left out of events and of the message, and read by its reference. */
const MAX_INLINE = 8192

const sizeOf = (payload: unknown): number =>
  typeof payload === 'string' ? payload.length : (JSON.stringify(payload)?.length ?? 0)

export const isTooLarge = (payload: unknown): boolean => sizeOf(payload) > MAX_INLINE

/** Stores a tool's input or output; a call that is repeated after a crash replaces that of the first. */
export async function savePayload(
  ctx: OrgContext,
  message_id: string,
  { call_id, kind, payload }: { call_id: string; kind: 'input' | 'output'; payload: unknown },
): Promise<ContentPayload> {
  const data = { value: JSON.parse(toJson(payload)) as unknown }
  const reference = { organization_id: ctx.organization.id, message_id, call_id, kind, size: sizeOf(payload) }
  await ctx.db
    .insert(messagePayloads)
    .values({ ...reference, data })
    .onConflictDoUpdate({
      target: [
        messagePayloads.organization_id,
        messagePayloads.message_id,
        messagePayloads.call_id,
        messagePayloads.kind,
      ],
      set: { data, size: reference.size },
    })
  return presentPayload(reference)
}

/** What a message has room for: what is left out is read with the run's questions. */
export function withoutLargeInput(awaited: WaitingFor): WaitingFor {
  if (awaited.kind !== 'approval' || !awaited.tool || !isTooLarge(awaited.tool.input)) return awaited
  const { input: _, ...tool } = awaited.tool
  return { ...awaited, tool }
}
