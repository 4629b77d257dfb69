import { useMessages } from '../../../lib/i18n.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { Select } from '../../../ui/select.tsx'
import { labelMessages } from '../../labels/messages.ts'
import { useLabels } from '../../labels/use-labels.ts'
import type { InboxLocation } from '../use-inbox-location.ts'

const all = 'all'

/** Which label the listed conversations have; nothing where there are no labels. */
export function LabelFilter({ location: { scope, go } }: { location: InboxLocation }) {
  const words = useMessages(labelMessages)
  const labels = useLabels().data?.data ?? []
  useServerEvent('label.deleted', ({ id }) => id === scope.label && go({ label: null }, true))
  if (labels.length === 0) return null
  return (
    <Select
      label={words.label}
      isLabelHidden
      value={labels.some(({ id }) => id === scope.label) ? (scope.label ?? all) : all}
      options={[{ value: all, label: words.all }, ...labels.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(id) => go({ label: id === all ? null : id })}
    />
  )
}
