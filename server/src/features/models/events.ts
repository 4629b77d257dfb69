import { definePush } from '#platform/event.ts'
import { adminsOfOrganization } from '../organizations/events.ts'

/** It shows a masked key and an address inside, which are for those who may set them. */
export const organizationAiProviderUpdated = definePush('organization_ai_provider.updated', adminsOfOrganization)

/** Anyone who enters its code connects the plan, so it is for those who may. */
export const connectionAttemptUpdated = definePush(
  'organization_ai_provider_connection_attempt.updated',
  adminsOfOrganization,
)
