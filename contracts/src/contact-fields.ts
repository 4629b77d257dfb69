/** The details of a contact, in the order in which pages show them. Without zod, because pages import it. */
export const CONTACT_FIELDS = ['first_name', 'last_name', 'email', 'phone'] as const
export type ContactField = (typeof CONTACT_FIELDS)[number]
export type ContactFields = Record<ContactField, string | null>

/** In characters. */
export const MAX_CONTACT_FIELD_LENGTHS: Record<ContactField, number> = {
  first_name: 200,
  last_name: 200,
  email: 320,
  phone: 50,
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Fields that the kept contact of a merge lacks and takes over from the other. Half a name is completed only where the other
 * half does not contradict: Anna without a last name does not become Anna Smith because of Bob Smith.
 */
export function fieldsToTakeOver(kept: ContactFields, other: ContactFields): Partial<ContactFields> {
  const taken: Partial<ContactFields> = {}
  const fits = (field: 'first_name' | 'last_name') =>
    kept[field] === null || other[field] === null || isSame(kept[field], other[field])
  if (kept.first_name === null && other.first_name !== null && fits('last_name')) taken.first_name = other.first_name
  if (kept.last_name === null && other.last_name !== null && fits('first_name')) taken.last_name = other.last_name
  if (kept.email === null && other.email !== null) taken.email = other.email
  if (kept.phone === null && other.phone !== null) taken.phone = other.phone
  return taken
}
