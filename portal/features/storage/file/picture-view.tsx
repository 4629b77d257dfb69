import { useState } from 'react'
import type { StorageEntry } from '#contracts/storage.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { downloadAddress } from '../use-folder.ts'
import { fileMessages } from './messages.ts'

/** A picture fitted to the page, or in full size. Drawings are shown as pictures, so that no script in them runs. */
export function PictureView({ entry }: { entry: StorageEntry }) {
  const words = useMessages(fileMessages)
  const { organization } = useSession()
  const [isFull, setFull] = useState(false)
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <EmptyState title={words.cannotShow} text={words.cannotShowText} />
  const source = `${downloadAddress(organization, entry.path)}&at=${entry.modified_at}`
  return (
    <div className="flex min-h-0 grow overflow-auto bg-canvas p-4 md:p-8">
      <button
        type="button"
        aria-label={isFull ? words.fit : words.actualSize}
        title={isFull ? words.fit : words.actualSize}
        aria-pressed={isFull}
        onClick={() => setFull(!isFull)}
        className={classNames('m-auto', isFull ? 'cursor-zoom-out' : 'flex max-h-full max-w-full cursor-zoom-in')}
      >
        <img
          src={source}
          alt={entry.name}
          onError={() => setBroken(true)}
          className={classNames(
            'rounded-lg shadow-float',
            isFull ? 'max-w-none' : 'max-h-full max-w-full object-contain',
          )}
        />
      </button>
    </div>
  )
}
