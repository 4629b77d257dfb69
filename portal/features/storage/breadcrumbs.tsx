import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { joinPath, namesOf } from '#contracts/storage-names.ts'
import { useMessages } from '../../lib/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import { useEntryTarget } from './actions/drag.ts'
import type { RowDeeds } from './list/entry-row.tsx'
import { storageMessages } from './messages.ts'

type Place = RowDeeds['place']

/** The way down to a folder, or to what is no folder at its `end`; entries can be dropped on each step of it. */
export function Breadcrumbs({ path, end, onPlace }: { path: string; end?: string | undefined; onPlace: Place }) {
  const words = useMessages(storageMessages)
  const names = namesOf(path)
  const steps = [words.storage, ...names].map((name, index) => ({ name, path: joinPath(names.slice(0, index)) }))
  if (end) steps.push({ name: end, path: end })
  return (
    <nav aria-label={words.path} className="min-w-0 flex-1 overflow-hidden">
      <ol className="flex min-w-0 items-center overflow-hidden [&>li]:shrink-0 [&>li:last-child]:min-w-0 [&>li:last-child]:shrink">
        {steps.map((step, index) => (
          <li key={step.path} className="flex items-center">
            {index > 0 && <ChevronRight aria-hidden className="size-3.5 shrink-0 text-faint" />}
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
      {...target.handlers}
      className={classNames(
        'max-w-40 truncate rounded-md px-1.5 py-1 text-sm text-muted hover:bg-hover hover:text-ink',
        target.isOver && 'bg-accent-soft text-accent',
      )}
    >
      {name}
    </Link>
  )
}
