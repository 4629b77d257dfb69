import { ArrowRight } from 'lucide-react'
import { asksFirst, nameOfTool, type TeammateTool } from '#contracts/teammate-tools.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useCatalog } from '../../models/use-catalog.ts'
import { goneClass, newClass, TextDifference } from '../../page-parts/text-difference.tsx'
import { teammateMessages } from '../teammate/messages.ts'
import type { Change } from './changes-between.ts'
import { teammateVersionMessages } from './messages.ts'

const texts: string[] = ['description', 'instructions', 'role']

/** How one field differs: a text word by word, anything else before and after. */
export function ChangeView({ change }: { change: Change }) {
  const words = useMessages(teammateVersionMessages)
  const { field, before, after } = change
  return (
    <div>
      <dt className="mb-1 text-xs font-medium text-muted">{words.fields[field]}</dt>
      <dd className="text-sm">
        {texts.includes(field) && typeof before === 'string' && typeof after === 'string' ? (
          <TextDifference before={before} after={after} />
        ) : Array.isArray(before) && Array.isArray(after) ? (
          <ListDifference before={before} after={after} />
        ) : (
          <ValueDifference change={change} />
        )}
      </dd>
    </div>
  )
}

/** Items are names of tools, also with whether a person is asked first, or ids. */
function ListDifference({ before, after }: { before: TeammateTool[]; after: TeammateTool[] }) {
  const words = useMessages(teammateVersionMessages)
  const { toolNames } = useMessages(teammateMessages)
  const known: Record<string, { title: string }> = toolNames
  const nameOf = (item: TeammateTool) => {
    const name = known[nameOfTool(item)]?.title ?? nameOfTool(item)
    return asksFirst(item) ? words.asksFirst(name) : name
  }
  const was = before.map(nameOf)
  const is = after.map(nameOf)
  const gone = was.filter((name) => !is.includes(name))
  const added = is.filter((name) => !was.includes(name))
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-1">
      {gone.map((item) => (
        <del key={item} className={goneClass}>
          {item}
        </del>
      ))}
      {added.map((item) => (
        <ins key={item} className={newClass}>
          {item}
        </ins>
      ))}
    </div>
  )
}

function ValueDifference({ change: { field, before, after } }: { change: Change }) {
  const words = useMessages(teammateVersionMessages)
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
  const words = useMessages(teammateVersionMessages)
  const { efforts, channels } = useMessages(teammateMessages)
  const { data: models = [] } = useCatalog()
  return (value) => {
    if (value === null) return field === 'model' ? words.auto : words.none
    if (typeof value === 'boolean') return value ? words.on : words.off
    if (field === 'skills_folder_id') return words.aFolder
    if (field.endsWith('model')) return models.find(({ id }) => id === value)?.name ?? words.unknownModel
    const names: Record<string, string> = field === 'reasoning' ? efforts : field === 'channel' ? channels : {}
    const text = String(value)
    return names[text] ?? (text || words.empty)
  }
}
