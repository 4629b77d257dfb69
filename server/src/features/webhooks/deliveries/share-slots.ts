import type { DueWebhook } from './claim-deliveries.ts'

/** Deliveries that a process makes at once; they guard memory and sockets, and most wait for a receiver. */
export const MAX_CONCURRENCY = 256
const MAX_PER_ORGANIZATION = 64
const MAX_PER_WEBHOOK = 24
/** One that fails may hang: it is tried on, and takes no room from others. */
const MAX_PER_FAILING_WEBHOOK = 2

/** What a process is sending. */
export type InFlight = {
  total: number
  of_webhook: Map<string, number>
  of_organization: Map<string, number>
}

/**
 * How many deliveries of each webhook are begun: organizations take turns, and their webhooks within. One that has nothing
 * under way gets a slot even where all are taken, so that nobody waits for the receivers of others.
 */
export function shareSlots(due: readonly DueWebhook[], now: InFlight): Map<string, number> {
  const rooms = new Map<string, number>()
  const taken = new Map(now.of_organization)
  let free = MAX_CONCURRENCY - now.total
  const hasRoom = ({ id, organization_id, failures }: DueWebhook): boolean => {
    const used = (now.of_webhook.get(id) ?? 0) + (rooms.get(id) ?? 0)
    const ofOrganization = taken.get(organization_id) ?? 0
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
        taken.set(organization_id, (taken.get(organization_id) ?? 0) + 1)
        free--
        next.push(webhook)
      }
    }
    // A webhook that was served is behind the other webhooks of the same organization.
    turn = next.sort((a, b) => (rooms.get(a.id) ?? 0) - (rooms.get(b.id) ?? 0))
  }
  return rooms
}
