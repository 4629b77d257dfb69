import type { Words } from '../../lib/i18n.ts'
import type { conflictMessages } from './messages.ts'

export const ru: Words<typeof conflictMessages> = {
  compare: 'Сравнить',
  compareTitle: 'Чужая версия и ваша',
  compareText: 'Красным зачёркнуто то, что есть только в чужой версии; зелёным отмечено то, что есть только в вашей.',
}
