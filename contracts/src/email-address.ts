import { z } from 'zod'

/** As HTML defines an address, with letters of all scripts before the @: mail servers with SMTPUTF8 deliver these. */
const ADDRESS =
  /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/u

const MAX_LENGTH = 254
/** Letters that are not composed yet take more. Putting marks in order takes a time that grows with their number squared. */
const MAX_SENT_LENGTH = 4 * MAX_LENGTH

/** Also addresses that the web does not know, such as those of an intranet: people sign in with these too. */
export const EmailAddress = z
  .string()
  .trim()
  .overwrite(inOneForm)
  .max(MAX_LENGTH)
  // No pattern in the documents: what is sent may have a domain in another script.
  .refine((address) => ADDRESS.test(address), 'This is no e-mail address')
  .meta({ format: 'idn-email' })

/** An address in another script has several forms: its domain in that script or in ASCII, letters composed or not. */
function inOneForm(address: string): string {
  if (address.length > MAX_SENT_LENGTH || !/[^\p{ASCII}]/u.test(address)) return address
  const [local, domain = '', ...more] = address.normalize('NFC').toLowerCase().split('@')
  const isName = /^[\p{L}\p{M}\p{N}.。-]+$/u.test(domain) && more.length === 0
  // What is no name of a host is left as it is, and refused.
  return isName ? `${local}@${URL.parse(`http://${domain}`)?.hostname ?? domain}` : address
}
