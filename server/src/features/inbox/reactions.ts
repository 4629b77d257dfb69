import { onEvent } from '#platform/reaction.ts'
import { presenceSaid } from './events.ts'
import { translateText } from './jobs.ts'
import { rememberSeat } from './presence/seats.ts'
import { continueTranslation } from './translation/translate-message.ts'

export const reactions = [onEvent(presenceSaid, rememberSeat), onEvent(translateText, continueTranslation)]
