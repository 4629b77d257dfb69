import { useState } from 'react'
import { useMessages } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { ScrollingText } from '../../../../ui/scrolling.tsx'
import { CopyRow } from '../../../page-parts/copy-row.tsx'
import { CopyText } from '../../../page-parts/copy-text.tsx'
import { FormDialog } from '../../../page-parts/form-dialog.tsx'
import { partMessages } from '../../../page-parts/messages.ts'
import { teammateConnectorMessages } from './messages.ts'
import { useCreateToken } from './use-hosted-tokens.ts'

/** Creates a token, and shows it this once. */
export function TokenDialog({ employeeId, onClose }: { employeeId: string; onClose: () => void }) {
  const words = useMessages(teammateConnectorMessages)
  const [name, setName] = useState('')
  const create = useCreateToken(employeeId)
  if (create.data) return <Created {...create.data} onClose={onClose} />
  return (
    <FormDialog
      title={words.createTitle}
      action={words.createAction}
      busy={create.isPending}
      problem={create.error && sentenceOf(create.error, words.createFailed)}
      onSubmit={() => create.mutate(name.trim())}
      onClose={onClose}
    >
      <TextField
        autoFocus
        label={words.tokenName}
        placeholder={words.tokenNamePlaceholder}
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
        hint={words.tokenNameHint}
      />
    </FormDialog>
  )
}

type CreatedProps = { token: string; client_configuration: string; onClose: () => void }

function Created({ token, client_configuration, onClose }: CreatedProps) {
  const words = useMessages(teammateConnectorMessages)
  const parts = useMessages(partMessages)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.createdTitle}
      text={words.createdText}
      size="medium"
      closeLabel={parts.close}
      footer={
        <Button look="primary" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      <div className="space-y-5">
        <CopyRow label={words.token} text={token} copyLabel={words.copyToken} />
        <div>
          <div className="mb-1.5 flex items-center justify-between gap-3">
            <h3 className="text-sm font-medium">{words.configuration}</h3>
            <CopyText label={words.copyConfiguration} text={client_configuration} />
          </div>
          <ScrollingText className="max-h-64 overflow-auto rounded-lg border border-line bg-canvas px-3.5 py-3 font-mono text-xs leading-5">
            <code>{client_configuration}</code>
          </ScrollingText>
          <p className="mt-1.5 text-xs text-pretty text-muted">{words.configurationHint}</p>
        </div>
      </div>
    </Dialog>
  )
}
