import type { Words } from '../../lib/i18n.ts'
import type { inboxCountsMessages } from './messages.ts'

export const ru: Words<typeof inboxCountsMessages> = {
  waiting: (count) => `Ждут человека: ${count}`,
}
