import { ArrowRight } from 'lucide-react'
import { useMemo } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { useCatalog } from '../../models/use-catalog.ts'
import { teammateMessages } from '../teammate/messages.ts'
import type { Change } from './changes-between.ts'
import { diffText, fold } from './diff.ts'
import { versionMessages } from './messages.ts'

const texts: string[] = ['description', 'instructions', 'role']

/** How one field differs: a text word by word, anything else before and after. */
export function ChangeView({ change }: { change: Change }) {
  const words = useMessages(versionMessages)
  const { field, before, after } = change
  return (
    <div>
      <dt className="mb-1 text-xs font-medium text-muted">{words.fields[field]}</dt>
      <dd className="text-sm">
        {texts.includes(field) && typeof before === 'string' && typeof after === 'string' ? (
          <TextDifference before={before} after={after} />
        ) : Array.isArray(before) && Array.isArray(after) ? (
          <ListDifference before={before.map(String)} after={after.map(String)} />
        ) : (
          <ValueDifference change={change} />
        )}
      </dd>
    </div>
  )
}

const goneClass = 'mr-px rounded-sm bg-danger-soft px-0.5 text-danger line-through decoration-danger/50'
const newClass = 'rounded-sm bg-positive-soft px-0.5 text-positive no-underline'

function TextDifference({ before, after }: { before: string; after: string }) {
  const words = useMessages(versionMessages)
  const pieces = useMemo(() => fold(diffText(before, after)), [before, after])
  return (
    <div className="max-h-96 overflow-y-auto leading-6 break-words whitespace-pre-wrap">
      {pieces.map((piece, index) => {
        // The pieces of one difference never move.
        const key = index
        if (piece.kind === 'folded')
          return (
            <span key={key} className="my-1 block border-y border-dashed border-line py-0.5 text-xs text-faint">
              {words.folded(piece.lines)}
            </span>
          )
        if (piece.kind === 'gone')
          return (
            <del key={key} className={goneClass}>
              {piece.text}
            </del>
          )
        if (piece.kind === 'new')
          return (
            <ins key={key} className={newClass}>
              {piece.text}
            </ins>
          )
        return <span key={key}>{piece.text}</span>
      })}
    </div>
  )
}

function ListDifference({ before, after }: { before: string[]; after: string[] }) {
  const { toolNames } = useMessages(teammateMessages)
  const name = (item: string) => toolNames[item]?.title ?? item
  const gone = before.filter((item) => !after.includes(item))
  const added = after.filter((item) => !before.includes(item))
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-1">
      {gone.map((item) => (
        <del key={item} className={goneClass}>
          {name(item)}
        </del>
      ))}
      {added.map((item) => (
        <ins key={item} className={newClass}>
          {name(item)}
        </ins>
      ))}
    </div>
  )
}

function ValueDifference({ change: { field, before, after } }: { change: Change }) {
  const words = useMessages(versionMessages)
  const show = useShowValue(field)
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="sr-only">{words.before}</span>
      <span className="text-muted">{show(before)}</span>
      <ArrowRight aria-hidden className="size-3.5 text-faint" />
      <span className="sr-only">{words.after}</span>
      <span className="font-medium">{show(after)}</span>
    </span>
  )
}

/** Values as the page names them. */
function useShowValue(field: string): (value: unknown) => string {
  const words = useMessages(versionMessages)
  const { efforts, channels } = useMessages(teammateMessages)
  const { data: models = [] } = useCatalog()
  return (value) => {
    if (value === null) return field === 'model' ? words.auto : words.none
    if (typeof value === 'boolean') return value ? words.on : words.off
    if (field.endsWith('model')) return models.find(({ id }) => id === value)?.name ?? words.unknownModel
    const names: Record<string, string> = field === 'reasoning' ? efforts : field === 'channel' ? channels : {}
    const text = String(value)
    return names[text] ?? (text || words.empty)
  }
}
