import { ProviderUpdated } from '#contracts/models.ts'
import { everyoneInOrganization } from '#platform/audience.ts'
import { defineEvent } from '#platform/event.ts'

export const organizationAiProviderUpdated = defineEvent(
  'organization_ai_provider.updated',
  ProviderUpdated,
  everyoneInOrganization,
)
