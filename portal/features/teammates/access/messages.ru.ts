import type { Words } from '../../../lib/i18n.ts'
import type { accessMessages } from './messages.ts'

export const ru: Words<typeof accessMessages> = {
  title: 'У вас пока нет доступа к ИИ-сотрудникам',
  missing: (names) =>
    `Сотрудники, их диалоги и контакты видны через группы доступа. Чтобы вас добавили в группу, обратитесь к администратору${names ? `: ${names}` : ''}.`,
}
