import { useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { useAccessGroups, useSaveGroup } from '../../settings/access-groups/use-access-groups.ts'
import { useTeammates } from '../../teammates/use-teammates.ts'
import { invitesMessages } from './messages.ts'

/** Which teammates the people see who are invited: by the access groups there are, or, where there are none, by a first one. */
export function useInviteAccess() {
  const words = useMessages(invitesMessages)
  const groups = useAccessGroups()
  const { data: all = [] } = useTeammates()
  const createGroup = useSaveGroup(null)
  const [groupIds, setGroupIds] = useState<readonly string[]>([])
  const [teammateIds, setTeammateIds] = useState<readonly string[]>([])
  const teammates = all.filter(({ is_personal_assistant }) => !is_personal_assistant)
  const hasGroups = groups.data !== undefined && groups.data.data.length > 0
  return {
    isLoaded: groups.data !== undefined,
    groups: groups.data?.data ?? [],
    hasGroups,
    teammates,
    chosen: hasGroups ? groupIds : teammateIds,
    choose: hasGroups ? setGroupIds : setTeammateIds,
    isPending: createGroup.isPending,
    error: createGroup.error,
    /** The groups to name in the invite; the first one is made here, and used again where sending fails. */
    groupsToJoin: async (): Promise<string[]> => {
      if (hasGroups || teammateIds.length === 0) return [...groupIds]
      const changes = { name: words.firstGroup, user_ids: [], employee_ids: [...teammateIds] }
      const { id } = await createGroup.mutateAsync(changes)
      setGroupIds([id])
      return [id]
    },
  }
}
export type InviteAccess = ReturnType<typeof useInviteAccess>
