import { useState } from 'react'
import type { Permission } from '#contracts/storage.ts'
import type { Teammate } from '#contracts/teammates.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { issueOf, sentenceOf } from '../../../../lib/refusal.ts'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Select } from '../../../../ui/select.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { FormDialog } from '../../../page-parts/form-dialog.tsx'
import { nameOf } from '../../../storage/use-folder.ts'
import { teammateStorageMessages } from './messages.ts'
import { useShareFiles } from './use-sharing.ts'

type ShareFilesDialogProps = {
  teammate: Teammate
  /** Their paths, at the top of the storage. */
  files: readonly string[]
  onClose: () => void
  onShared: () => void
}

/** Files that lie in no folder: they move into a new one, which is shared, in one step. */
export function ShareFilesDialog({ teammate, files, onClose, onShared }: ShareFilesDialogProps) {
  const words = useMessages(teammateStorageMessages)
  const [name, setName] = useState(words.filesFor(teammate.name))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [permission, setPermission] = useState<Permission>('read')
  const { mutate, isPending, error } = useShareFiles(teammate.id)
  const paths = files.filter((path) => !left.has(path))
  const nameProblem = error && issueOf(error, 'name')
  const share = () =>
    mutate(
      { name: name.trim(), path: '/', paths, permission },
      {
        onSuccess: ({ path }) => {
          onShared()
          showToast(words.shared(path))
        },
      },
    )
  const choose = (path: string, isChosen: boolean) => {
    const next = new Set(left)
    if (isChosen) next.delete(path)
    else next.add(path)
    setLeft(next)
  }
  return (
    <FormDialog
      title={words.shareFilesTitle(teammate.name)}
      text={words.shareFilesText}
      action={words.moveAndShare}
      isReady={paths.length > 0 && name.trim() !== ''}
      busy={isPending}
      problem={error && !nameProblem ? sentenceOf(error, words.shareFailed) : null}
      onSubmit={share}
      onClose={onClose}
    >
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-sm font-medium">{words.files}</legend>
        <ul className="max-h-56 space-y-1 overflow-y-auto rounded-lg border border-line px-3 py-2">
          {files.map((path) => (
            <li key={path} className="flex min-h-8 items-center wrap-anywhere">
              <Checkbox
                shown
                label={nameOf(path)}
                checked={!left.has(path)}
                onChange={(isChosen) => choose(path, isChosen)}
              />
            </li>
          ))}
        </ul>
      </fieldset>
      <TextField
        label={words.folderName}
        error={nameProblem ?? undefined}
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Select
        label={words.permission}
        value={permission}
        options={(['read', 'write'] as const).map((value) => ({ value, label: words.permissions[value] }))}
        onChange={setPermission}
      />
    </FormDialog>
  )
}
