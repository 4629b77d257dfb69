import { onEvent, onJob } from '#platform/reaction.ts'
import { presenceChanged } from './events.ts'
import { foldTexts, translateText } from './jobs.ts'
import { recordPresence } from './presence/presence-store.ts'
import { foldStoredTexts } from './search/fold-stored-texts.ts'
import { continueTranslation } from './translation/translate-message.ts'

export const reactions = [
  onEvent(presenceChanged, recordPresence),
  onEvent(translateText, continueTranslation),
  onJob(foldTexts, foldStoredTexts),
]
