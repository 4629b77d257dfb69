import type { ContactQuery } from '#contracts/webchat.ts'
import type { Visitor, WebchatContext } from '../context.ts'
import { ensureVisitor } from './ensure-visitor.ts'
import { identify } from './identity.ts'

/** The visitor of a request that reads, stored as its query names them; null where it names nobody. */
export async function ensureVisitorOfQuery(ctx: WebchatContext, query: ContactQuery): Promise<Visitor | null> {
  const contact = {
    external_id: query.contact_external_id,
    identity_hash: query.contact_identity_hash,
    first_name: query.contact_first_name,
    last_name: query.contact_last_name,
    email: query.contact_email,
    phone: query.contact_phone,
  }
  const identity = identify(ctx, contact)
  return identity && ensureVisitor(ctx, identity, contact)
}
