import { useState } from 'react'
import * as teammatePaths from '#contracts/paths/teammates.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { versionMessages } from '../../versions/messages.ts'
import { useRestore, useVersions, type VersionWithPrevious } from '../../versions/use-versions.ts'
import type { VersionChanges } from '../../versions/version-entry.tsx'
import { VersionList } from '../../versions/version-list.tsx'
import { useShowTeammate } from '../teammate/use-teammate.ts'
import type { TabProps } from '../teammate/use-teammate-form.ts'
import { ChangeView } from './change-view.tsx'
import { changesBetween } from './changes-between.ts'
import { teammateVersionMessages } from './messages.ts'

type Comparison = 'before' | 'now'

export function VersionsTab({ teammate, readOnly }: TabProps) {
  const words = useMessages(teammateVersionMessages)
  const { created, nothing } = useMessages(versionMessages)
  const { organization } = useSession()
  const [comparison, setComparison] = useState<Comparison>('before')
  const versions = useVersions(queryKeys.versions(organization.id, teammate.id), (query, signal) => {
    const params = { organization_id: organization.id, employee_id: teammate.id }
    return call(teammatePaths.listTeammateVersions, { params, query }, { signal })
  })
  const show = useShowTeammate()
  const restore = useRestore(versions, (restored) => 'instructions' in restored && show(restored))
  const choices: { value: Comparison; label: string }[] = [
    { value: 'before', label: words.withBefore },
    { value: 'now', label: words.withNow },
  ]
  const changesOf = ({ version, previous }: VersionWithPrevious): VersionChanges => {
    const [before, after] = comparison === 'before' ? [previous, version] : [version, versions.data?.[0]?.version]
    if (!before || !after) return { summary: created }
    const changes = changesBetween(before.snapshot, after.snapshot)
    if (changes.length === 0) return { summary: nothing }
    return {
      summary: changes.map(({ field }) => words.fields[field]).join(', '),
      view: (
        <dl className="space-y-4">
          {changes.map((change) => (
            <ChangeView key={change.field} change={change} />
          ))}
        </dl>
      ),
    }
  }
  return (
    <VersionList
      versions={versions}
      restore={restore}
      canRestore={!readOnly}
      changesOf={changesOf}
      actions={<Segmented label={words.compare} value={comparison} choices={choices} onChange={setComparison} />}
    />
  )
}
