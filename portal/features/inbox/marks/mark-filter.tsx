import { useMessages } from '../../../lib/i18n.ts'
import { Select } from '../../../ui/select.tsx'
import type { InboxLocation } from '../use-inbox-location.ts'
import { MARK_STATUSES } from './marks.ts'
import { markMessages } from './messages.ts'

const choices = ['open', ...MARK_STATUSES] as const

/** Chooses between open conversations and those with one of the viewer's marks. */
export function MarkFilter({ location: { mark, go } }: { location: InboxLocation }) {
  const words = useMessages(markMessages)
  return (
    <Select
      label={words.show}
      isLabelHidden
      value={mark ?? 'open'}
      options={choices.map((value) => ({ value, label: words.views[value] }))}
      onChange={(value) => go({ view: value === 'open' ? undefined : value })}
      className="last:col-span-2"
    />
  )
}
