import { z } from 'zod'
import { AppError } from '#platform/error.ts'
import { defineContactCalls } from '../../voice/define-contact-calls.ts'
import { findContact, findOwnConversation, noSuchConversation } from '../access.ts'
import { webchat } from '../channel.ts'
import type { WebchatContext } from '../context.ts'
import { findEntryPoint } from '../find-entry-point.ts'
import { readRules } from '../settings/read-rules.ts'
import { fingerprint } from '../visitor-token.ts'
import { isStillProven } from './identity.ts'

/** The proofs with which a visitor was allowed to call; checked again while the call lasts. */
const Grant = z.object({
  /** Null if the page names no entry point. */
  entry_point_id: z.string().nullable(),
  /** A fingerprint of the public API key that the page used. */
  key: z.string(),
  proof: z.string().nullable(),
})

export const grantCall = (
  { organization }: WebchatContext,
  shown: Omit<z.infer<typeof Grant>, 'key'>,
): z.infer<typeof Grant> => ({ ...shown, key: fingerprint(organization.public_api_key) })

const notAllowed = () => new AppError('forbidden', 'The visitor is not allowed to write any more')

defineContactCalls(webchat, {
  schema: Grant,
  async requireAllowed(ctx, { id, contact_channel_id }, { entry_point_id, key, proof }) {
    if (key !== fingerprint(ctx.organization.public_api_key)) throw notAllowed()
    const [rules, found] = await Promise.all([
      readRules(ctx),
      findContact(ctx, { id: contact_channel_id }),
      findEntryPoint(ctx, entry_point_id ?? undefined),
      findOwnConversation(ctx, contact_channel_id, id),
    ])
    if (!found) throw noSuchConversation()
    if (!isStillProven(ctx, rules, { ...found, proof })) throw notAllowed()
  },
})
