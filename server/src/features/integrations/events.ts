import { definePush } from '#platform/event.ts'
import { teammateAudience } from '../teammates/access.ts'

/** Nothing of the account itself: a page whose reader may see it fetches it. */
export const integrationChanged = definePush('integration.changed', teammateAudience)
