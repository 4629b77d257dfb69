import type { z } from 'zod'
import type { InternalChatCapabilities } from '#contracts/models.ts'
import { resolveModels } from '../models/resolve-models.ts'
import { inCurrentOrganization } from '../organizations/current-organization.ts'
import { findAlly } from '../teammates/ensure-ally.ts'
import type { UserContext } from '../users/context.ts'

/** By the assistant's own model where it has been given one; it need not have been made yet. */
export async function showCapabilities(ctx: UserContext): Promise<z.infer<typeof InternalChatCapabilities>> {
  const here = await inCurrentOrganization(ctx)
  if (!here) return { is_personal_assistant_model_available: false }
  const ally = await findAlly(here)
  const candidates = await resolveModels(here, ally?.model ?? null)
  return { is_personal_assistant_model_available: candidates.length > 0 }
}
