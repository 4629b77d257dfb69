import words from '#voice-client/words/ru.ts'
import type { Words } from '../../lib/i18n.ts'
import type { callMessages } from './messages.ts'

export const ru: Words<typeof callMessages> = words
