import { type SQL, sql } from 'drizzle-orm'
import { parseIncompletePhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { CONTACT_FIELDS, type ContactField } from '#contracts/contact-fields.ts'
import type { ParameterType } from '#platform/db/statement.ts'
import { newId } from '#platform/id.ts'
import { contacts } from './table.ts'

export type ContactDetails = Partial<Record<ContactField, string>>

/**
 * Normalizes what a channel sends of a contact, so that contacts can be compared. Fields that it does not send are left
 * out.
 */
export function normalizeContact({ first_name, last_name, email, phone }: ContactDetails): ContactDetails {
  return {
    ...(first_name?.trim() && { first_name: first_name.trim() }),
    ...(last_name?.trim() && { last_name: last_name.trim() }),
    ...(email?.trim() && { email: email.trim().toLowerCase() }),
    ...(hasDigit(phone) && { phone: normalizePhone(phone.trim()) }),
  }
}

/** Instead of a number people write “none” in many ways: a text without a digit, of any script, is no phone number. */
export const hasDigit = (phone: string | undefined): phone is string => phone !== undefined && /\p{Nd}/u.test(phone)

/** The international form where that is certain; otherwise the digits alone, because the country is unknown. */
function normalizePhone(sent: string): string {
  // An East Asian keyboard writes signs and digits in full width.
  const phone = sent.normalize('NFKC')
  const digits = parseIncompletePhoneNumber(phone)
  const international =
    parsePhoneNumberFromString(phone) ?? parsePhoneNumberFromString(digits.replace(DIALED_ABROAD, '+'))
  const number = international?.number ?? digits
  return number.replace(MEXICAN_MOBILE, '+52$1')
}

/** The prefix that most countries dial for a plus (ITU-T E.164); no national number begins with it. */
const DIALED_ABROAD = /^00(?=[1-9])/

/** Until 2019 a call from abroad to a mobile phone in Mexico needed a 1 behind the country code; address books still have it. */
const MEXICAN_MOBILE = /^\+521(\d{10})$/

/** The generated name of a contact who gave none. */
const autoName = (contact_channel_id: string): string => `Customer ${contact_channel_id.slice(-4).toUpperCase()}`

/** The parameters of a statement that writes a contact's details. */
export const contactParameters = {
  first_name: 'text?',
  last_name: 'text?',
  email: 'text?',
  phone: 'text?',
} as const satisfies Record<ContactField, ParameterType>

type Details = { readonly [Name in keyof typeof contactParameters]: SQL }

const listOf = (write: (field: SQL, name: ContactField) => SQL, separator = sql`, `): SQL =>
  sql.join(
    CONTACT_FIELDS.map((name) => write(sql`${sql.identifier(name)}`, name)),
    separator,
  )

/** A condition of a statement: at least one detail is given. */
export const hasDetails = (given: Details): SQL => sql`coalesce(${listOf((_, name) => given[name])}) is not null`

/**
 * Parts of a statement behind its part `contact_channel`, which says whether it `is_new`: adds the contact of a new channel, and
 * writes details of another one if they differ.
 */
export const writeDetails = (given: Details & { now: SQL }): SQL => sql`new_contact as (
    insert into ${contacts} (id, organization_id, ${listOf((field) => field)}, created_at)
    select contact_id, organization_id, ${listOf((_, name) => given[name])}, ${given.now}
    from contact_channel where is_new
  ), changed_contact as (
    update ${contacts} set ${listOf((field, name) => sql`${field} = coalesce(${given[name]}, ${field})`)}
    where contacts.id = (select contact_id from contact_channel where not is_new)
      and (${listOf((field, name) => sql`coalesce(${given[name]}, ${field}) is distinct from ${field}`, sql` or `)})
    returning 1
  )`

/** The values of a contact and its channel, in case they are new; rows that exist keep their own ids. */
export function newContact({
  contact_external_id,
  contact,
  user_id,
}: {
  contact_external_id: string
  contact: ContactDetails
  user_id: string | null
}) {
  const id = newId()
  const { first_name = null, last_name = null, email = null, phone = null } = normalizeContact(contact)
  return {
    id,
    contact_id: newId(),
    external_id: contact_external_id,
    auto_name: autoName(id),
    user_id,
    first_name,
    last_name,
    email,
    phone,
  }
}
