import type { Room } from '#platform/audience.ts'
import { teammateAudience } from '../teammates/access.ts'
import type { TeammateRow } from '../teammates/table.ts'

export type About = {
  organization_id: string
  teammate: (Pick<TeammateRow, 'id' | 'owned_by_user_id'> & { is_deleted: boolean }) | null
}

/** The rooms of exactly those who see the run, by the rule of `visibleRuns`. */
export function runAudience({ organization_id, teammate }: About): Room[] {
  const admins: Room[] = [`all-teammates:${organization_id}`]
  if (!teammate) return admins
  const rooms = teammateAudience({ ...teammate, organization_id })
  return teammate.is_deleted ? rooms.filter((room) => admins.includes(room)) : rooms
}
