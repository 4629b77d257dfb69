import type { ReactNode } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { LoadFailed } from '../page-parts/load-failed.tsx'
import { partMessages } from '../page-parts/messages.ts'
import { WaitingRows } from '../page-parts/waiting.tsx'
import { versionMessages } from './messages.ts'
import type { Restore, Versions, VersionWithPrevious } from './use-versions.ts'
import { type VersionChanges, VersionEntry } from './version-entry.tsx'

type VersionListProps = {
  versions: Versions
  restore: Restore
  canRestore: boolean
  changesOf: (pair: VersionWithPrevious) => VersionChanges
  actions?: ReactNode
}

/** Every save, with what it changed, and the way back to it. */
export function VersionList({ versions, restore, canRestore, changesOf, actions }: VersionListProps) {
  const words = useMessages(versionMessages)
  const parts = useMessages(partMessages)
  if (!versions.data) return versions.isError ? <LoadFailed title={words.failed} query={versions} /> : <WaitingRows />
  const current = versions.data[0]?.version
  return (
    <Section title={words.title} text={words.text} actions={actions}>
      <ol className="relative ml-1.5 border-l border-line">
        {versions.data.map((pair) => (
          <VersionEntry
            // Only the newest begins open, and what was newest a moment ago closes again.
            key={`${pair.version.id} ${pair.version === current}`}
            version={pair.version}
            isCurrent={pair.version === current}
            changes={changesOf(pair)}
            {...(canRestore && { onRestore: () => restore.mutate(pair.version) })}
            busy={restore.isPending && restore.variables === pair.version}
          />
        ))}
      </ol>
      {versions.hasNextPage && (
        <Button busy={versions.isFetchingNextPage} onClick={() => versions.fetchNextPage()} className="mt-4 ml-6">
          {parts.more}
        </Button>
      )}
    </Section>
  )
}
