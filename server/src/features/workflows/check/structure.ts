import type { Flow, FlowStep } from '#contracts/flows.ts'
import type { FlowProblem } from '#contracts/workflows.ts'
import type { StepExit, StepType } from '#platform/step.ts'

export type Exits = ReadonlyMap<string, StepExit[]>

/** All places that a step may lead to, `next` and `on_error` included; one without `to` ends the flow. */
export function exitsOf(step: FlowStep, type: StepType<never, never>, fields: never): StepExit[] {
  const next: StepExit = { field: 'next', to: step.next }
  if (step.disabled) return [next]
  const own = type.exits?.(fields) ?? []
  const onError: StepExit[] = step.on_error ? [{ field: 'on_error', to: step.on_error }] : []
  return [next, ...own, ...onError]
}

/**
 * Steps from which no way leads to an end: a run that comes there goes round until it is stopped. What cannot be reached
 * does no harm, and is not a mistake. The first step of each such circle is named.
 */
export function findInfiniteLoops({ steps }: Flow, start: string | null, exits: Exits): FlowProblem[] {
  if (start === null) return []
  const reached = reachable(start, exits)
  const canEnd = ending(reached, exits)
  const stuck = Object.keys(steps).filter((id) => reached.has(id) && !canEnd.has(id) && exits.has(id))
  const named: FlowProblem[] = []
  const known = new Set<string>()
  for (const id of stuck) {
    if (known.has(id)) continue
    for (const each of reachable(id, exits)) known.add(each)
    named.push({ step: id, field: 'next', message: 'From this step the flow goes round in a circle without a way out' })
  }
  return named
}

/** Steps that no way from the first one leads to. Unknown where a step on the way is broken, since its exits are not known. */
export function unreachableSteps({ steps }: Flow, start: string | null, exits: Exits): string[] {
  if (start === null || !Object.hasOwn(steps, start)) return []
  const reached = reachable(start, exits)
  if ([...reached].some((id) => Object.hasOwn(steps, id) && !exits.has(id))) return []
  return Object.keys(steps).filter((id) => !reached.has(id))
}

function reachable(start: string, exits: Exits): Set<string> {
  const reached = new Set([start])
  const left = [start]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    for (const { to } of exits.get(id) ?? []) {
      if (to === undefined || reached.has(to)) continue
      reached.add(to)
      left.push(to)
    }
  }
  return reached
}

/** Walked backwards from the ends. A step that is not known counts as one: its absence is another problem. */
function ending(among: ReadonlySet<string>, exits: Exits): Set<string> {
  const before = new Map<string, string[]>()
  const ends: string[] = []
  for (const id of among) {
    const ways = (exits.get(id) ?? [{ field: 'next', to: undefined }]).filter(({ isInside }) => !isInside)
    if (ways.some(({ to }) => to === undefined || !exits.has(to))) ends.push(id)
    for (const { to } of ways) {
      if (to === undefined) continue
      const known = before.get(to)
      if (known) known.push(id)
      else before.set(to, [id])
    }
  }
  const canEnd = new Set(ends)
  for (let id = ends.pop(); id !== undefined; id = ends.pop()) {
    for (const each of before.get(id) ?? []) {
      if (canEnd.has(each)) continue
      canEnd.add(each)
      ends.push(each)
    }
  }
  return canEnd
}
