import type { Flow, FlowStep } from '#contracts/flows.ts'
import { placesIn } from '#platform/placeholders.ts'
import type { StepType } from '#platform/step.ts'

/** Fields that every step has and in which nothing is filled. */
const COMMON = [
  'type',
  'name',
  'next',
  'disabled',
  'retry',
  'on_error',
  'timeout_seconds',
  'position',
  'note',
  'pinned',
]

export type FoundPlaceholder = { field: string; name: string; mayResume: boolean }

/** Every `{{name}}` in the fields of a step that are filled when it is executed, one after the other: there may be many. */
export function* placeholdersOf(
  step: FlowStep,
  { plainFields = [], resumeFields = [] }: StepType<never, never>,
): Generator<FoundPlaceholder> {
  for (const [field, value] of Object.entries(step)) {
    if (COMMON.includes(field) || plainFields.includes(field)) continue
    const mayResume = resumeFields.includes(field)
    for (const [path, text] of textsBelow(value, field)) {
      const known = new Set<string>()
      for (const { name } of placesIn(text)) {
        if (name === '' || known.has(name)) continue
        known.add(name)
        yield { field: path, name, mayResume }
      }
    }
  }
}

/** Each problem below a name repeats it, and its writer chooses how long it is. */
const MAX_SHOWN_NAME_LENGTH = 100

/** Without recursion, because a flow may be nested as deep as its writer likes. */
function* textsBelow(value: unknown, path: string): Generator<[path: string, text: string]> {
  const left: [unknown, string][] = [[value, path]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [value, path] = next
    if (typeof value === 'string') yield [path, value]
    else if (typeof value === 'object' && value !== null) {
      for (const [key, below] of Object.entries(value))
        left.push([below, `${path}.${key.slice(0, MAX_SHOWN_NAME_LENGTH)}`])
    }
  }
}

/** What is wrong with a dotted name; null where nothing is, or where it is the name of a variable. */
export function sourceProblem({ steps }: Flow, name: string, mayResume: boolean): string | null {
  if (!name.includes('.')) return null
  const [source = '', first = ''] = name.split('.')
  if (source === 'input' || source === 'state') return null
  if (source === 'output') return Object.hasOwn(steps, first) ? null : `{{${name}}}: there is no step ${first}`
  if (source !== 'resume') return `{{${name}}}: unknown source type ${source}`
  return mayResume ? null : `{{${name}}}: only a step that asks a person has an answer to fill in`
}
