import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import * as teammatePaths from '#contracts/paths/teammates.ts'
import type { EntityVersion, EntityVersions } from '#contracts/versions.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { useShowTeammate } from '../teammate/use-teammate.ts'
import { versionMessages } from './messages.ts'

export type VersionWithPrevious = { version: EntityVersion; previous: EntityVersion | undefined }

export function useVersions(employeeId: string) {
  const { organization } = useSession()
  return useInfiniteQuery({
    queryKey: queryKeys.versions(organization.id, employeeId),
    queryFn: ({ signal, pageParam }) => {
      const params = { organization_id: organization.id, employee_id: employeeId }
      const query = { limit: 20, before_version: pageParam ?? undefined }
      return call(teammatePaths.listTeammateVersions, { params, query }, { signal })
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => paired(pages),
  })
}

/** The oldest one that is loaded waits for its predecessor, without which nobody can say what it changed. */
function paired(pages: EntityVersions[]): VersionWithPrevious[] {
  const versions = pages.flatMap(({ data }) => data)
  const shown = pages.at(-1)?.hasMore ? versions.slice(0, -1) : versions
  return shown.map((version, index) => ({ version, previous: versions[index + 1] }))
}

/** Restores at once; the way back is restoring what was current. */
export function useRestore(current: EntityVersion | undefined) {
  const words = useMessages(versionMessages)
  const parts = useMessages(partMessages)
  const { organization } = useSession()
  const show = useShowTeammate()
  const post = (version: EntityVersion) =>
    call(teammatePaths.restoreTeammateVersion, {
      params: { organization_id: organization.id, entity_version_id: version.id },
    })

  const undo = useMutation({
    mutationFn: post,
    onSuccess: (teammate) => {
      show(teammate)
      showToast(words.undone)
    },
    onError: (error) => showToast(sentenceOf(error, parts.undoFailed)),
  })
  return useMutation({
    mutationFn: post,
    onSuccess: (teammate, { version }) => {
      show(teammate)
      showToast(words.restored(version), current && { label: parts.undo, run: () => undo.mutate(current) })
    },
    onError: (error) => showToast(sentenceOf(error, words.restoreFailed)),
  })
}
