import type { Words } from '../../../lib/i18n.ts'
import type { messageFileMessages } from './messages.ts'

export const ru: Words<typeof messageFileMessages> = {
  open: (name) => `Открыть ${name}`,
  download: (name) => `Скачать ${name}`,
  previous: 'Предыдущее изображение',
  next: 'Следующее изображение',
  close: 'Закрыть',
}
