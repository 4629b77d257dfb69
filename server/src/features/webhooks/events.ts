import { definePush } from '#platform/event.ts'
import { adminsOfOrganization } from '../organizations/events.ts'

export const webhookChanged = definePush('webhook.changed', adminsOfOrganization)
