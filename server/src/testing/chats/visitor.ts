import { findOrAddContact } from '#features/contacts/find-or-add-contact.ts'
import type { OrganizationRow } from '#features/organizations/table.ts'
import { webchatKey } from '#features/webchat/channel.ts'
import { signToken } from '#features/webchat/visitor-token.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/id.ts'
import type { Client } from '../client.ts'

/** A browser on a page of the organization, whose visitor is known by this id. */
export async function givenVisitor(
  ctx: Context,
  client: (headers: Record<string, string>) => Client,
  organization: OrganizationRow,
  external_id: string = newId(),
): Promise<Client> {
  const here = extendContext(ctx, { organization })
  const contact = { contact_external_id: external_id, contact: {}, user_id: null, current_conversation_id: null }
  const { id } = await findOrAddContact(here, { ...webchatKey, ...contact })
  const token = await signToken(here, 'session', { contact_channel_id: id, proof: null })
  return client({ 'api-key': organization.public_api_key, 'webchat-token': token })
}
