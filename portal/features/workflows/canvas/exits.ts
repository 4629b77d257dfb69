import type { FlowStep } from '#contracts/flows.ts'
import { isRecord } from '../editor/draft.ts'
import { stepKindOf } from '../step/step-types.ts'
import type { canvasMessages } from './messages.ts'

/** One way out of a step. `name` is that of a case. */
type Exit = { field: string; to: string | undefined; name?: string | undefined }

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The exits of a step in the order of its node; the one for failures is last. */
export function exitsOf(step: FlowStep): Exit[] {
  const kind = stepKindOf(step.type)
  if (kind?.isLast) return []
  const own = (kind?.exits ?? []).flatMap((field) => exitsAt(step, field))
  return [...own, { field: 'next', to: step.next }, { field: 'on_error', to: step.on_error }]
}

/** One for a field of the step's own, one for each item where it is a field of a list. */
function exitsAt(step: FlowStep, field: string): Exit[] {
  const [list, last] = field.split('.*.')
  if (list === undefined || last === undefined) return [{ field, to: text(step[field]) }]
  const items = step[list]
  if (!Array.isArray(items)) return []
  return items.map((item, index) => ({
    field: `${list}.${index}.${last}`,
    to: isRecord(item) ? text(item[last]) : undefined,
    name: isRecord(item) ? text(item.name) : undefined,
  }))
}

/** The step with this exit connected to another step, or to none. */
export function withExit(step: FlowStep, field: string, to: string | undefined): FlowStep {
  const [first = '', index, last] = field.split('.')
  if (index === undefined || last === undefined) return withField(step, first, to)
  const list = step[first]
  if (!Array.isArray(list)) return step
  return { ...step, [first]: list.map((one, at) => (String(at) === index ? withField(one, last, to) : one)) }
}

function withField<T extends object>(of: T, field: string, to: string | undefined): T {
  const changed: T & Record<string, unknown> = { ...of, [field]: to }
  if (to === undefined) delete changed[field]
  return changed
}

/** The label of an exit. */
export function exitWords({ field, name }: Exit, type: string, words: (typeof canvasMessages)['en']): string {
  if (name) return name
  const [first, index] = field.split('.')
  if (first === 'cases') return words.caseNumber(Number(index) + 1)
  if (field === 'next')
    return type === 'condition' ? words.otherwise : type === 'for_each' ? words.afterLoop : words.next
  return words.exits[field as keyof typeof words.exits] ?? field
}
