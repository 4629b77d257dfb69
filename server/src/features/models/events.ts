import { everyoneInOrganization } from '#platform/audience.ts'
import { definePush } from '#platform/event.ts'

export const organizationAiProviderUpdated = definePush('organization_ai_provider.updated', everyoneInOrganization)
