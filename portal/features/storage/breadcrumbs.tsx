import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { joinPath, namesOf } from '#contracts/storage-names.ts'
import { useMessages } from '../../lib/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import { useEntryTarget } from './actions/drag.ts'
import type { RowActions } from './list/entry-row.tsx'
import { storageMessages } from './messages.ts'

type Place = RowActions['place']

/** A longer path shows dots for its middle, which lead to the last hidden folder. */
const maxSteps = 3

/** The way down to a folder, or to what is no folder at its `end`; entries can be dropped on each step of it. */
export function Breadcrumbs({ path, end, onPlace }: { path: string; end?: string | undefined; onPlace: Place }) {
  const words = useMessages(storageMessages)
  const names = namesOf(path)
  const steps = [words.storage, ...names].map((name, index) => ({ name, path: joinPath(names.slice(0, index)) }))
  if (end) steps.push({ name: end, path: end })
  const hidden = steps.splice(1, Math.max(0, steps.length - maxSteps))
  const last = hidden.at(-1)
  if (last) steps.splice(1, 0, { name: '…', path: last.path })
  return (
    <nav aria-label={words.path} className="@container min-w-0 flex-1">
      <ol className="flex min-w-0 items-center">
        {steps.map((step, index) => (
          // Where there is little room, it is for where one is and for the way back.
          <li
            key={step.path}
            className={classNames(
              'flex min-w-0 items-center last:max-w-3/4 last:shrink-0',
              index < steps.length - 2 && '@max-sm:hidden',
            )}
          >
            {index > 0 && <ChevronRight aria-hidden className="size-3.5 shrink-0 text-faint @max-sm:hidden" />}
            <Crumb {...step} isLast={index === steps.length - 1} onPlace={onPlace} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

type CrumbProps = { name: string; path: string; isLast: boolean; onPlace: Place }

function Crumb({ name, path, isLast, onPlace }: CrumbProps) {
  const target = useEntryTarget(path, (paths, mode) => onPlace(paths, path, mode))
  if (isLast) return <h1 className="truncate px-1.5 text-sm font-semibold">{name}</h1>
  return (
    <Link
      to="/storage"
      search={path === '/' ? {} : { path }}
      title={path === '/' ? name : path}
      {...target.handlers}
      className={classNames(
        'max-w-40 truncate rounded-md px-1.5 py-1 text-sm text-muted hover:bg-hover hover:text-ink @max-sm:p-2',
        target.isOver && 'bg-accent-soft text-accent',
      )}
    >
      <ChevronLeft aria-hidden className="size-4 @sm:hidden" />
      <span className="@max-sm:sr-only">{name}</span>
    </Link>
  )
}
