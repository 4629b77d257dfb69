import { definePush } from '#platform/event.ts'
import { adminsOfOrganization } from '../organizations/events.ts'

/** For admins alone, because it contains a masked key and an internal address. */
export const organizationAiProviderUpdated = definePush('organization_ai_provider.updated', adminsOfOrganization)

/** For admins alone, because anyone who enters the code connects a plan. */
export const connectionAttemptUpdated = definePush(
  'organization_ai_provider_connection_attempt.updated',
  adminsOfOrganization,
)
