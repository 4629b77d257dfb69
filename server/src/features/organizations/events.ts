import { Organization } from '#contracts/organizations.ts'
import { defineEvent } from '#platform/event.ts'

export const organizationUpdated = defineEvent('organization.updated', Organization, ({ id }: { id: string }) => [
  `organization:${id}`,
])
