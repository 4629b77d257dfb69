import { useState } from 'react'
import type { EntryPoint } from '#contracts/webchat-settings.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { AddButton } from '../../../../ui/add-button.tsx'
import { Section } from '../../../../ui/section.tsx'
import { LoadFailed } from '../../../page-parts/load-failed.tsx'
import { WaitingRows } from '../../../page-parts/waiting.tsx'
import { webchatMessages } from '../messages.ts'
import { useEntryPoints } from '../use-webchat.ts'
import { DeleteEntryPoint } from './delete-entry-point.tsx'
import { EntryPointDialog } from './entry-point-dialog.tsx'
import { EntryPointRow } from './entry-point-row.tsx'
import { FirstEntryPoint } from './first-entry-point.tsx'

export function EntryPoints() {
  const words = useMessages(webchatMessages)
  const entryPoints = useEntryPoints()
  /** `null` is one that is being made. */
  const [edited, setEdited] = useState<EntryPoint | null | undefined>(undefined)
  const [leaving, setLeaving] = useState<EntryPoint | null>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const listed = entryPoints.data?.data
  const isOpen = ({ id }: EntryPoint) => id === opened || listed?.length === 1
  return (
    <Section
      title={words.entryPoints}
      text={words.entryPointsText}
      actions={
        listed &&
        listed.length > 0 && (
          <AddButton look="primary" onClick={() => setEdited(null)}>
            {words.create}
          </AddButton>
        )
      }
    >
      {!listed && (entryPoints.isError ? <LoadFailed title={words.failed} query={entryPoints} /> : <WaitingRows />)}
      {listed?.length === 0 && <FirstEntryPoint />}
      {listed && listed.length > 0 && (
        <ul className="space-y-3">
          {listed.map((entryPoint) => (
            <EntryPointRow
              key={`${entryPoint.id} ${isOpen(entryPoint)}`}
              entryPoint={entryPoint}
              isOpen={isOpen(entryPoint)}
              onEdit={() => setEdited(entryPoint)}
              onDelete={() => setLeaving(entryPoint)}
            />
          ))}
        </ul>
      )}
      {edited !== undefined && (
        <EntryPointDialog
          key={edited?.id ?? 'new'}
          entryPoint={edited}
          onClose={() => setEdited(undefined)}
          onSaved={({ id }) => setOpened(id)}
        />
      )}
      {leaving && <DeleteEntryPoint entryPoint={leaving} onClose={() => setLeaving(null)} />}
    </Section>
  )
}
