export type ContactDetails = { first_name?: string; last_name?: string; email?: string; phone?: string }

/** What a channel says of a contact, in the form in which contacts are compared; what it does not say stays as it is. */
export function normalizeContact({ first_name, last_name, email, phone }: ContactDetails): ContactDetails {
  return {
    ...(first_name?.trim() && { first_name: first_name.trim() }),
    ...(last_name?.trim() && { last_name: last_name.trim() }),
    ...(email?.trim() && { email: email.trim().toLowerCase() }),
    ...(phone?.trim() && { phone: phone.trim().replaceAll(/(?!^\+)\D/g, '') }),
  }
}

/** A name for somebody who has not told theirs. */
export const autoName = (contact_channel_id: string): string => `Customer ${contact_channel_id.slice(-4).toUpperCase()}`

/** The contract: first and last name, else the generated name, else `Unknown Customer`. */
export function displayName(
  contact: { first_name: string | null; last_name: string | null },
  auto_name: string | null,
): string {
  const full = [contact.first_name, contact.last_name].filter(Boolean).join(' ')
  return full || auto_name || 'Unknown Customer'
}
