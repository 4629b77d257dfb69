import { Link } from '@tanstack/react-router'
import { ENTRY_LABELS } from '#contracts/connector-names.ts'
import type { ImportNotice } from '#contracts/teammate-files.ts'
import type { Teammate } from '#contracts/teammates.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { teammateFileMessages } from './messages.ts'

type Kind = ImportNotice['kind']
type LeftToDoProps = { teammate: Teammate; notices: ImportNotice[]; onOpen: () => void; onClose: () => void }

const labels: Readonly<Record<string, string>> = ENTRY_LABELS

/** What an imported teammate still needs, and where it is done. */
export function LeftToDo({ teammate, notices, onOpen, onClose }: LeftToDoProps) {
  const words = useMessages(teammateFileMessages)
  const { close } = useMessages(partMessages)
  const kinds = Map.groupBy(notices, ({ kind }) => kind)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="medium"
      title={words.imported(teammate.name)}
      text={words.todo}
      closeLabel={close}
      footer={
        <Button look="primary" onClick={onOpen}>
          {words.open(teammate.name)}
        </Button>
      }
    >
      <ul className="space-y-4">
        {[...kinds].map(([kind, rows]) => (
          <li key={kind}>
            <p className="text-sm text-pretty">
              {words.notices[kind]} <Place kind={kind} />
            </p>
            <ul className="mt-1.5 flex flex-wrap gap-1.5">
              {[...new Set(rows.map(({ name }) => name))].map((name) => (
                <li key={name} className="max-w-full truncate rounded-md bg-hover px-2 py-0.5 text-xs" title={name}>
                  {labels[name] ?? name}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Where it is put right, unless that is the teammate's own page. */
function Place({ kind }: { kind: Kind }) {
  const words = useMessages(teammateFileMessages)
  const look = 'whitespace-nowrap rounded text-accent underline underline-offset-2'
  if (kind === 'variable_is_empty')
    return (
      <Link to="/settings/variables" className={look}>
        {words.toVariables}
      </Link>
    )
  if (kind === 'workflow_has_problems')
    return (
      <Link to="/workflows" className={look}>
        {words.toWorkflows}
      </Link>
    )
  if (kind === 'header_is_empty' || kind === 'address_is_incomplete')
    return (
      <Link to="/settings/connectors" className={look}>
        {words.toConnectors}
      </Link>
    )
  return null
}
