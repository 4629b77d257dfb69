import { onEvent } from '#platform/reaction.ts'
import { creditsChanged } from './events.ts'
import { pushCredits } from './push-credits.ts'

export const reactions = [onEvent(creditsChanged, pushCredits)]
