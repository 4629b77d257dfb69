import { onEvent } from '#platform/reaction.ts'
import { presenceChanged } from './events.ts'
import { translateText } from './jobs.ts'
import { recordPresence } from './presence/presence-store.ts'
import { continueTranslation } from './translation/translate-message.ts'

export const reactions = [onEvent(presenceChanged, recordPresence), onEvent(translateText, continueTranslation)]
