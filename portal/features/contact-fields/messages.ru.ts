import type { Words } from '../../lib/i18n.ts'
import type { contactFieldNames } from './messages.ts'

export const ru: Words<typeof contactFieldNames> = {
  first_name: 'Имя',
  last_name: 'Фамилия',
  email: 'Эл. почта',
  phone: 'Телефон',
}
