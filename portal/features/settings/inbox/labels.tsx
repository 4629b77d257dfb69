import { Tag } from 'lucide-react'
import { useState } from 'react'
import type { Label } from '#contracts/labels.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useIsManager } from '../../../lib/session.ts'
import { AddButton } from '../../../ui/add-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Section } from '../../../ui/section.tsx'
import { LabelChip } from '../../labels/label-chip.tsx'
import { useDeleteLabel, useLabels } from '../../labels/use-labels.ts'
import { ListPlaceholder } from '../../page-parts/list-placeholder.tsx'
import { RowButtons } from '../../page-parts/row-buttons.tsx'
import { LabelDialog } from './label-dialog.tsx'
import { inboxSettingsMessages } from './messages.ts'

export function Labels() {
  const words = useMessages(inboxSettingsMessages)
  const labels = useLabels()
  /** `null` is a label that is being made. */
  const [edited, setEdited] = useState<Label | null | undefined>(undefined)
  const all = labels.data?.data
  return (
    <Section
      title={words.labels}
      text={words.labelsText}
      actions={<AddButton onClick={() => setEdited(null)}>{words.newLabel}</AddButton>}
    >
      <ListPlaceholder query={labels} failed={words.labelsFailed} />
      {all?.length === 0 && <EmptyState icon={<Tag aria-hidden />} title={words.noLabels} text={words.noLabelsText} />}
      {all && all.length > 0 && (
        <ul aria-label={words.labels} className="divide-y divide-line rounded-xl border border-line">
          {all.map((label) => (
            <LabelRow key={label.id} label={label} onEdit={() => setEdited(label)} />
          ))}
        </ul>
      )}
      {edited !== undefined && (
        <LabelDialog key={edited?.id ?? 'new'} label={edited} onClose={() => setEdited(undefined)} />
      )}
    </Section>
  )
}

function LabelRow({ label, onEdit }: { label: Label; onEdit: () => void }) {
  const words = useMessages(inboxSettingsMessages)
  const isManager = useIsManager()
  const remove = useDeleteLabel()
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
      <div className="flex min-w-0 grow">
        <LabelChip label={label} />
      </div>
      {isManager && (
        <RowButtons
          name={label.name}
          onEdit={onEdit}
          title={words.labelDeleteTitle(label.name)}
          text={words.labelDeleteText}
          work={() => remove.mutateAsync(label)}
          failed={words.labelDeleteFailed}
        />
      )}
    </li>
  )
}
