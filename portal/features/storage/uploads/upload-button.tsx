import { FileUp, FolderUp, Upload } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { uploadMessages } from './messages.ts'
import { pickedFrom } from './picked.ts'
import { startUpload } from './upload-store.ts'

/** Files or a whole folder, chosen from the device. */
export function UploadButton({ folder, size = 'small' }: { folder: string; size?: 'small' | 'medium' }) {
  const words = useMessages(uploadMessages)
  const { organization } = useSession()
  const files = useRef<HTMLInputElement>(null)
  const directory = useRef<HTMLInputElement>(null)
  const chosen = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (target.files) startUpload(organization, folder, pickedFrom(target.files))
    // The same file can be chosen again.
    target.value = ''
  }
  const input = { type: 'file', multiple: true, hidden: true, onChange: chosen, tabIndex: -1 }
  return (
    <>
      <input ref={files} {...input} aria-label={words.files} />
      <input ref={directory} {...input} aria-label={words.folder} {...{ webkitdirectory: '' }} />
      <Menu
        align="end"
        trigger={
          <Button look="primary" size={size} className="pointer-coarse:h-10">
            <Upload aria-hidden className="size-3.5" />
            <span className={size === 'small' ? 'max-sm:sr-only' : undefined}>{words.upload}</span>
          </Button>
        }
      >
        <MenuItem icon={<FileUp aria-hidden />} onSelect={() => files.current?.click()}>
          {words.files}
        </MenuItem>
        <MenuItem icon={<FolderUp aria-hidden />} onSelect={() => directory.current?.click()}>
          {words.folder}
        </MenuItem>
      </Menu>
    </>
  )
}
