import type { ContactField } from '#contracts/contact-fields.ts'
import { catalogue } from '../../lib/i18n.ts'

const names: Record<ContactField, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
}

export const contactFieldNames = catalogue('contact-fields', names)
