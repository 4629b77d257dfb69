import { onEvent } from '#platform/reaction.ts'
import { presenceSaid } from './events.ts'
import { rememberSeat } from './presence/seats.ts'

export const reactions = [onEvent(presenceSaid, rememberSeat)]
