import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { Teammate } from '#contracts/teammates.ts'
import type { EntityVersion, EntityVersions } from '#contracts/versions.ts'
import { api } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { organizationPath, useSession } from '../../../lib/session.ts'
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
      const before = pageParam === null ? '' : `&before_version=${pageParam}`
      const path = `/entity-versions/ai_employee/${employeeId}?limit=20${before}`
      return api.get<EntityVersions>(organizationPath(organization, path), { signal })
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
    api.post<Teammate>(organizationPath(organization, `/entity-versions/${version.id}/restore`))

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
