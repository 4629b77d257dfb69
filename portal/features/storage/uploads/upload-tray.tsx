import { Check, ChevronDown, CircleAlert, RotateCcw, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatBytes } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { Bar } from '../../../ui/bar.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { uploadMessages } from './messages.ts'
import { isOpen, progressOf, shownLimitMb, type UploadItem } from './upload-item.ts'
import { uploads, useUploads } from './upload-store.ts'

const maxVisible = 100

/** How far uploads are, over every page. */
export function UploadTray() {
  const { items, asked } = useUploads()
  const shown = items.filter(({ state }) => state !== 'cancelled')
  useEffect(() => uploads.forget, [])
  return (
    <>
      {shown.length > asked.length && <Tray items={shown} />}
      <ConflictDialog asked={asked} />
    </>
  )
}

/** What needs someone comes first, then what is under way, then what is done. */
const ranks = { failed: 0, sending: 1, asked: 2, looking: 2, waiting: 2, done: 3, cancelled: 4 }

function Tray({ items }: { items: readonly UploadItem[] }) {
  const words = useMessages(uploadMessages)
  const [isUnfolded, setUnfolded] = useState(true)
  const { total, done, failed, share, isActive } = progressOf(items)
  const summary = isActive
    ? words.underway(done, total, Math.floor(share * 100))
    : [done > 0 && words.finished(done), failed > 0 && words.failedCount(failed)].filter(Boolean).join(', ')
  const sorted = items.toSorted((one, other) => ranks[one.state] - ranks[other.state])
  return (
    <section
      aria-label={words.uploads}
      className="fixed right-4 bottom-4 z-30 flex max-h-[min(24rem,60dvh)] w-96 max-w-[calc(100vw-2rem)] animate-[appear_160ms_ease-out] flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-float max-md:inset-x-0 max-md:bottom-0 max-md:w-full max-md:max-w-none max-md:rounded-b-none max-md:pb-[env(safe-area-inset-bottom)]"
    >
      <div className="flex h-12 shrink-0 items-center gap-1 pr-1.5 pl-4">
        <p className="grow truncate text-sm font-medium tabular-nums">{summary}</p>
        {isActive && (
          <Button look="quiet" size="small" onClick={uploads.cancelAll} className="pointer-coarse:h-10">
            {words.cancelAll}
          </Button>
        )}
        <IconButton
          label={isUnfolded ? words.hide : words.show}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
          className="pointer-coarse:size-10!"
        >
          <ChevronDown aria-hidden className={classNames('transition-transform', !isUnfolded && 'rotate-180')} />
        </IconButton>
        {!isActive && (
          <IconButton label={words.close} onClick={uploads.clear} className="pointer-coarse:size-10!">
            <X aria-hidden />
          </IconButton>
        )}
      </div>
      {/* The percents are for the eye; a screen reader announces how it ended. */}
      <p role="status" className="sr-only">
        {!isActive && summary}
      </p>
      {isActive && (
        <div className="shrink-0 px-4 pb-3">
          <Bar tone="accent" filled={share * 100} />
        </div>
      )}
      {isUnfolded && (
        <ul className="min-h-0 overflow-y-auto border-t border-line">
          {sorted.slice(0, maxVisible).map((item) => (
            <Row key={item.id} item={item} />
          ))}
          {sorted.length > maxVisible && (
            <li className="px-4 py-2 text-xs text-faint">{words.more(sorted.length - maxVisible)}</li>
          )}
        </ul>
      )}
    </section>
  )
}

function Row({ item }: { item: UploadItem }) {
  const words = useMessages(uploadMessages)
  const language = useLanguage()
  const { id, name, file, folder, state, sent } = item
  const size = formatBytes(file.size, language)
  const note =
    item.state === 'failed'
      ? 'sentence' in item.problem
        ? item.problem.sentence
        : item.problem.reason === 'size'
          ? words.tooLarge(shownLimitMb)
          : words.problems[item.problem.reason]
      : state === 'sending'
        ? `${Math.floor((sent / Math.max(file.size, 1)) * 100)} % · ${size}`
        : `${state === 'done' ? words.done : words.waiting} · ${size}`
  return (
    <li className="flex min-h-12 items-center gap-3 py-1.5 pr-1.5 pl-4">
      <span className="min-w-0 grow">
        <span className="block truncate text-sm" title={folder === '/' ? name : `${folder}/${name}`}>
          {name}
        </span>
        <span className={classNames('block text-2xs', state === 'failed' ? 'text-danger' : 'truncate text-muted')}>
          {note}
        </span>
      </span>
      {state === 'done' && <Check aria-hidden className="mr-2 size-4 shrink-0 text-positive" />}
      {state === 'failed' && !item.canRetry && <CircleAlert aria-hidden className="mr-2 size-4 shrink-0 text-danger" />}
      {state === 'failed' && item.canRetry && (
        <IconButton label={words.retry(name)} onClick={() => uploads.retry(id)} className="pointer-coarse:size-10!">
          <RotateCcw aria-hidden />
        </IconButton>
      )}
      {isOpen(state) && (
        <IconButton label={words.cancel(name)} onClick={() => uploads.cancel(id)} className="pointer-coarse:size-10!">
          <X aria-hidden />
        </IconButton>
      )}
    </li>
  )
}
