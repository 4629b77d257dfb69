import type { Words } from '../../../lib/i18n.ts'
import type { composeMessages } from './messages.ts'

export const ru: Words<typeof composeMessages> = {
  cannedReplies: 'Шаблоны ответов',
  noCannedReplies: 'Шаблонов ответов пока нет.',
  addCannedReply: 'Добавить в настройках',
}
