import { FileText } from 'lucide-react'
import type { StorageEntry } from '#contracts/storage.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { downloadAddress } from '../use-folder.ts'
import { fileMessages } from './messages.ts'

export function NoPreview({ entry }: { entry: StorageEntry }) {
  const words = useMessages(fileMessages)
  const { organization } = useSession()
  return (
    <EmptyState icon={<FileText aria-hidden />} title={words.cannotShow} text={words.cannotShowText}>
      <a
        href={downloadAddress(organization, entry.path)}
        download={entry.name}
        className={buttonClass({ look: 'primary' })}
      >
        {words.download}
      </a>
    </EmptyState>
  )
}
