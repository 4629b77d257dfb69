import { type QueryKey, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { RestoredEntity } from '#contracts/entity-versions.ts'
import * as entityVersionPaths from '#contracts/paths/entity-versions.ts'
import type { EntityVersion, EntityVersions } from '#contracts/versions.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { useSession } from '../../lib/session.ts'
import { showToast } from '../../ui/toast.tsx'
import { partMessages } from '../page-parts/messages.ts'
import { versionMessages } from './messages.ts'

export type VersionWithPrevious = { version: EntityVersion; previous: EntityVersion | undefined }
export type Versions = ReturnType<typeof useVersions>
export type Restore = ReturnType<typeof useRestore>

type PageQuery = { limit: number; before_version: number | undefined }

/** The versions of one thing, the newest first, as far as they were asked for. */
export function useVersions(
  queryKey: QueryKey,
  list: (query: PageQuery, signal: AbortSignal) => Promise<EntityVersions>,
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) => list({ limit: 20, before_version: pageParam ?? undefined }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => paired(pages),
    refetchOnMount: 'always',
  })
}

/** The oldest one that is loaded waits for its predecessor, without which nobody can say what it changed. */
function paired(pages: EntityVersions[]): VersionWithPrevious[] {
  const versions = pages.flatMap(({ data }) => data)
  const shown = pages.at(-1)?.hasMore ? versions.slice(0, -1) : versions
  return shown.map((version, index) => ({ version, previous: versions[index + 1] }))
}

/** Restores at once; the way back is restoring what was current. */
export function useRestore(versions: Versions, show: (restored: RestoredEntity) => void) {
  const words = useMessages(versionMessages)
  const parts = useMessages(partMessages)
  const { organization } = useSession()
  const current = versions.data?.[0]?.version
  const post = ({ id }: EntityVersion) =>
    call(entityVersionPaths.restoreVersion, {
      params: { organization_id: organization.id, entity_version_id: id },
    })
  const undo = useMutation({
    mutationFn: post,
    onSuccess: (restored) => {
      show(restored)
      showToast(words.undone)
    },
    onError: (error) => showToast(sentenceOf(error, parts.undoFailed)),
  })
  return useMutation({
    mutationFn: post,
    onSuccess: (restored, { version }) => {
      show(restored)
      showToast(words.restored(version), current && { label: parts.undo, run: () => undo.mutate(current) })
    },
    onError: (error) => showToast(sentenceOf(error, words.restoreFailed)),
  })
}
