import { onEvent, onJob } from '#platform/reaction.ts'
import { alertCreated } from './alert-created.ts'
import { creditsChanged } from './events.ts'
import { alertAboutOrganization } from './jobs.ts'
import { pushCredits } from './push-credits.ts'

export const reactions = [onEvent(creditsChanged, pushCredits), onJob(alertAboutOrganization, alertCreated)]
