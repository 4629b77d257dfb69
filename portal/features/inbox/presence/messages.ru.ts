import type { Words } from '../../../lib/i18n.ts'
import type { presenceMessages } from './messages.ts'

export const ru: Words<typeof presenceMessages> = {
  looks: (name) => `${name} смотрит.`,
  typing: (names) => `${names} печатает…`,
  typingToo: (names) => `${names} тоже отвечает.`,
}
