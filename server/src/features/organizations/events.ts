import { definePush } from '#platform/event.ts'

export const organizationUpdated = definePush('organization.updated', ({ id }: { id: string }) => [
  `organization:${id}`,
])
