import type { ContactQuery, WebchatContact } from '#contracts/webchat.ts'

/** The contact as an address names them. */
export const contactOfQuery = (query: ContactQuery): WebchatContact => ({
  external_id: query.contact_external_id,
  identity_hash: query.contact_identity_hash,
  first_name: query.contact_first_name,
  last_name: query.contact_last_name,
  email: query.contact_email,
  phone: query.contact_phone,
})
