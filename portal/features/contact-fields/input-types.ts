import type { ContactField } from '#contracts/contact-fields.ts'

/** A phone shows the keyboard that fits the field. */
export const contactInputTypes: Record<ContactField, 'text' | 'email' | 'tel'> = {
  first_name: 'text',
  last_name: 'text',
  email: 'email',
  phone: 'tel',
}
