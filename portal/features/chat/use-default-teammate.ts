import type { Teammate } from '#contracts/teammates.ts'
import { useSession } from '../../lib/session.ts'
import { useTeammates } from '../teammates/use-teammates.ts'
import { lastTeammate } from './last-teammate.ts'

/** The teammate who was talked to last, or the first: the person's own assistant, where there is one. */
export function useDefaultTeammate(): Teammate | undefined {
  const { organization } = useSession()
  const { data: teammates } = useTeammates()
  const last = lastTeammate.read(organization.id)
  return teammates?.find(({ id }) => id === last) ?? teammates?.[0]
}
