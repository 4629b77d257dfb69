import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as teammatePaths from '#contracts/paths/teammates.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { useSession } from '../../lib/session.ts'
import { showToast } from '../../ui/toast.tsx'
import { staffMessages } from './messages.ts'

/** Restores deleted teammates with their conversations. */
export function useRestoreTeammates() {
  const words = useMessages(staffMessages)
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: string[]) =>
      call(teammatePaths.restoreTeammates, { params: { organization_id: organization.id }, body: { ids } }),
    onSuccess: () => {
      showToast(words.restored)
      client.invalidateQueries({ queryKey: queryKeys.history(organization.id) })
    },
    onError: (error) => showToast(sentenceOf(error, words.restoreFailed)),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.teammates(organization.id), exact: true }),
  })
}
