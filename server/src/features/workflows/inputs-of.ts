import type { Flow } from '#contracts/flows.ts'
import type { Context } from '#platform/context.ts'
import { placeholdersOf } from './check/placeholders.ts'

const MAX_INPUTS = 50
/** What a loop gives its steps. */
const OF_LOOPS = new Set(['item', 'index'])

/** The fields of its input that a flow names in its texts. */
export function inputsOf({ ports }: Context, { steps }: Flow): string[] {
  const isLooping = Object.values(steps).some(({ type }) => type === 'for_each')
  const named = new Set<string>()
  for (const step of Object.values(steps)) {
    const type = ports.steps.get(step.type)
    for (const { name } of type ? placeholdersOf(step, type) : []) {
      const [source, field] = name.split('.')
      if (source === 'input' && field && field !== '__proto__' && !(isLooping && OF_LOOPS.has(field))) named.add(field)
      if (named.size === MAX_INPUTS) return [...named]
    }
  }
  return [...named]
}
