import { definePush } from '#platform/event.ts'
import { teammateAudience } from '../teammates/access.ts'

/** Nothing of the account itself: whoever may see it reads it. */
export const integrationChanged = definePush('integration.changed', teammateAudience)
