import { CONTACT_FIELDS } from '#contracts/contact-fields.ts'
import type { WebchatContact } from '#contracts/webchat.ts'
import { normalizeContact } from '../../contacts/contact-details.ts'
import { findOrAddContact } from '../../contacts/find-or-add-contact.ts'
import { announceContact } from '../../conversations/announce-contact.ts'
import { findContact } from '../access.ts'
import { webchatKey } from '../channel.ts'
import type { Visitor, WebchatContext } from '../context.ts'
import { signToken } from '../visitor-token.ts'
import type { Identity } from './identity.ts'

/** The visitor as they are stored; null where nothing was ever written of them. */
export async function findVisitorOf(ctx: WebchatContext, identity: Identity | null): Promise<Visitor | null> {
  if (!identity) return null
  const { external_id, proof } = identity
  const found = ctx.known ?? (await findContact(ctx, { external_id }))
  return found && { contact_channel: found.contact_channel, contact: found.contact, proof }
}

/** Finds or adds the visitor, and writes the details that the page sends. `known`: the visitor as just read. */
export async function ensureVisitor(
  ctx: WebchatContext,
  identity: Identity,
  contact: WebchatContact = {},
  known: Visitor | null = null,
): Promise<Visitor> {
  const before = known ?? (await findVisitorOf(ctx, identity))
  if (before && !changesDetails(before, contact)) return before
  const { is_changed } = await findOrAddContact(ctx, {
    ...webchatKey,
    contact_external_id: identity.external_id,
    contact,
    user_id: null,
    current_conversation_id: null,
  })
  const found = await findContact(ctx, { external_id: identity.external_id })
  if (!found) throw new Error('The contact was not written')
  if (is_changed) await announceContact(ctx, found.contact.id)
  return { ...found, proof: identity.proof }
}

/** Pages send their contact with every request; it is written only if a detail has changed. */
function changesDetails({ contact: known }: Visitor, contact: WebchatContact): boolean {
  const details = normalizeContact(contact)
  return CONTACT_FIELDS.some((field) => details[field] !== undefined && details[field] !== known[field])
}

/** The tokens by which a browser is recognized as this visitor, and receives their events. */
export async function tokensOf(
  ctx: WebchatContext,
  visitor: { contact_channel: { id: string }; proof: string | null } | null,
) {
  if (!visitor) return { webchat_token: null, ws_token: null }
  const holder = { contact_channel_id: visitor.contact_channel.id, proof: visitor.proof }
  return {
    webchat_token: await signToken(ctx, 'session', holder),
    ws_token: await signToken(ctx, 'socket', holder),
  }
}
