import { useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { WaitingRows } from '../../page-parts/waiting.tsx'
import type { TabProps } from '../teammate/use-teammate-form.ts'
import { versionMessages } from './messages.ts'
import { useRestore, useVersions } from './use-versions.ts'
import { VersionEntry } from './version-entry.tsx'

type Comparison = 'before' | 'now'

export function VersionsTab({ teammate, readOnly }: TabProps) {
  const words = useMessages(versionMessages)
  const parts = useMessages(partMessages)
  const [comparison, setComparison] = useState<Comparison>('before')
  const versions = useVersions(teammate.id)
  const current = versions.data?.[0]?.version
  const restore = useRestore(current)
  if (!versions.data) return versions.isError ? <LoadFailed title={words.failed} query={versions} /> : <WaitingRows />

  const choices: { value: Comparison; label: string }[] = [
    { value: 'before', label: words.withBefore },
    { value: 'now', label: words.withNow },
  ]
  return (
    <Section
      title={words.title}
      text={words.text}
      actions={<Segmented label={words.compare} value={comparison} choices={choices} onChange={setComparison} />}
    >
      <ol className="relative ml-1.5 border-l border-line">
        {versions.data.map(({ version, previous }) => (
          <VersionEntry
            // Only the newest begins open, and what was newest a moment ago closes again.
            key={`${version.id} ${comparison} ${version === current}`}
            version={version}
            isCurrent={version === current}
            before={comparison === 'before' ? previous?.snapshot : version.snapshot}
            after={comparison === 'before' ? version.snapshot : current?.snapshot}
            {...(!readOnly && { onRestore: () => restore.mutate(version) })}
            busy={restore.isPending && restore.variables === version}
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
