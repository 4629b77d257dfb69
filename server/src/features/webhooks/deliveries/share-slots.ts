import type { DueWebhook } from './claim-deliveries.ts'

/** Parallel deliveries of a process. The limit protects memory and sockets; most deliveries wait for a receiver. */
export const MAX_CONCURRENCY = 256
const MAX_PER_ORGANIZATION = 64
const MAX_PER_WEBHOOK = 24
/** Parallel deliveries of a failing webhook, which may hang and must not use the slots of others. */
const MAX_PER_FAILING_WEBHOOK = 2

/** The deliveries in progress in a process. */
export type InFlight = {
  total: number
  of_webhook: Map<string, number>
  of_organization: Map<string, number>
}

/**
 * How many deliveries of each webhook may begin: organizations take turns, and their webhooks within them. An organization without
 * deliveries in progress gets a slot even where all are in use, so that it does not wait for the receivers of others.
 */
export function shareSlots(due: readonly DueWebhook[], now: InFlight): Map<string, number> {
  const rooms = new Map<string, number>()
  const inUse = new Map(now.of_organization)
  let free = MAX_CONCURRENCY - now.total
  const hasRoom = ({ id, organization_id, failures }: DueWebhook): boolean => {
    const used = (now.of_webhook.get(id) ?? 0) + (rooms.get(id) ?? 0)
    const ofOrganization = inUse.get(organization_id) ?? 0
    return (
      used < (failures > 0 ? MAX_PER_FAILING_WEBHOOK : MAX_PER_WEBHOOK) &&
      ofOrganization < MAX_PER_ORGANIZATION &&
      (free > 0 || ofOrganization === 0)
    )
  }
  let turn = [...due]
  while (turn.length > 0) {
    const served = new Set<string>()
    const next: DueWebhook[] = []
    for (const webhook of turn) {
      const { id, organization_id } = webhook
      if (served.has(organization_id)) next.push(webhook)
      else if (hasRoom(webhook)) {
        served.add(organization_id)
        rooms.set(id, (rooms.get(id) ?? 0) + 1)
        inUse.set(organization_id, (inUse.get(organization_id) ?? 0) + 1)
        free--
        next.push(webhook)
      }
    }
    // A webhook that got a slot goes behind the other webhooks of its organization.
    turn = next.sort((a, b) => (rooms.get(a.id) ?? 0) - (rooms.get(b.id) ?? 0))
  }
  return rooms
}
