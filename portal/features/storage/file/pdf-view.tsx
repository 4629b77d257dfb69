import { useEffect, useState } from 'react'
import type { StorageEntry } from '#contracts/storage.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { DocumentText } from './document-text.tsx'
import { fileMessages } from './messages.ts'
import { useBytes } from './use-bytes.ts'
import { WaitingFile } from './waiting-file.tsx'

/** The browser's own viewer; where it has none, as on a phone, the file’s text, and the file for the device. */
export function PdfView({ entry, page }: { entry: StorageEntry; page: number | undefined }) {
  const words = useMessages(fileMessages)
  const bytes = useBytes(entry)
  const address = useAddress(bytes.data)
  if (bytes.isError) return <LoadFailed title={words.failed} query={bytes} />
  if (!address) return <WaitingFile />
  if (navigator.pdfViewerEnabled)
    return (
      <iframe
        src={page ? `${address}#page=${page}` : address}
        title={words.pdfTitle(entry.name)}
        className="min-h-0 grow border-0"
      />
    )
  return (
    <DocumentText entry={entry} part={page}>
      <a href={address} target="_blank" rel="noreferrer" className={buttonClass({ look: 'primary' })}>
        {words.openPdf}
      </a>
    </DocumentText>
  )
}

/** Under this address the browser takes the bytes for a PDF and nothing else, whatever they are. */
function useAddress(bytes: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!bytes) return
    const made = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes])
  return address
}
