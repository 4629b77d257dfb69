import en from '#voice-client/words/en.ts'
import { catalogue } from '../../lib/i18n.ts'

export const callMessages = catalogue('call', en)
