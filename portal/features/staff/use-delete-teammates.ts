import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as teammatePaths from '#contracts/paths/teammates.ts'
import type { Teammate } from '#contracts/teammates.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { useSession } from '../../lib/session.ts'
import { showToast } from '../../ui/toast.tsx'
import { partMessages } from '../page-parts/messages.ts'
import { staffMessages } from './messages.ts'
import { useRestoreTeammates } from './use-restore-teammates.ts'

type Cached = { data: Teammate[] }

/** They leave the list at once, and come back on request or when the server refuses. */
export function useDeleteTeammates() {
  const words = useMessages(staffMessages)
  const { undo } = useMessages(partMessages)
  const { organization } = useSession()
  const client = useQueryClient()
  const list = queryKeys.teammates(organization.id)
  const readAgain = () => client.invalidateQueries({ queryKey: list, exact: true })

  const restore = useRestoreTeammates()
  return useMutation({
    mutationFn: (teammates: Teammate[]) =>
      call(teammatePaths.deleteTeammates, {
        params: { organization_id: organization.id },
        body: { ids: idsOf(teammates) },
      }),
    onMutate: async (teammates) => {
      await client.cancelQueries({ queryKey: list, exact: true })
      const before = client.getQueryData<Cached>(list)
      const ids = new Set(idsOf(teammates))
      client.setQueryData<Cached>(list, (cached) => cached && { data: cached.data.filter(({ id }) => !ids.has(id)) })
      return before
    },
    onError: (error, _teammates, before) => {
      client.setQueryData(list, before)
      showToast(sentenceOf(error, words.deleteFailed))
    },
    onSuccess: (_answer, teammates) => {
      const text = words.deleted(teammates.length, teammates[0]?.name ?? '')
      showToast(text, { label: undo, run: () => restore.mutate(idsOf(teammates)) })
    },
    onSettled: readAgain,
  })
}

const idsOf = (teammates: Teammate[]): string[] => teammates.map(({ id }) => id)
