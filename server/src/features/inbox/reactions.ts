import { onEvent } from '#platform/reaction.ts'
import { presenceChanged } from './events.ts'
import { translateText } from './jobs.ts'
import { rememberSeat } from './presence/seats.ts'
import { continueTranslation } from './translation/translate-message.ts'

export const reactions = [onEvent(presenceChanged, rememberSeat), onEvent(translateText, continueTranslation)]
