import type { Flow, FlowStep } from '#contracts/flows.ts'
import { exitsOf } from './exits.ts'

export type Position = { x: number; y: number }

export const NODE_WIDTH = 224
const COLUMN = NODE_WIDTH + 96
const GAP = 32

/** How high a step's node is: its title, and a line for each exit. */
export const heightOf = (step: FlowStep): number => 52 + exitsOf(step).length * 24

/**
 * Steps in columns from left to right, each behind all that lead to it but for those that go back. What cannot be reached
 * is below.
 */
export function layOut({ steps }: Flow, start: string | null): Map<string, Position> {
  const order = inOrder(steps, start)
  const at = new Map(order.map((id, index) => [id, index]))
  const column = new Map<string, number>()
  for (const id of order) {
    const own = column.get(id) ?? 0
    column.set(id, own)
    for (const to of targetsOf(steps, id)) {
      const isAhead = (at.get(to) ?? -1) > (at.get(id) ?? 0)
      if (isAhead) column.set(to, Math.max(column.get(to) ?? 0, own + 1))
    }
  }
  const ends = new Map<number, number>()
  const places = new Map<string, Position>()
  for (const id of order) {
    const step = steps[id]
    if (!step) continue
    const x = column.get(id) ?? 0
    const y = ends.get(x) ?? 0
    places.set(id, { x: x * COLUMN, y })
    ends.set(x, y + heightOf(step) + GAP)
  }
  return places
}

/** The nearest place in the column behind this one, at the same height or below, that no other step covers. */
export function placeBehind({ steps }: Flow, { x, y }: Position, added: FlowStep): Position {
  const place = { x: x + COLUMN, y }
  const taken = Object.values(steps).flatMap((step) =>
    step.position && Math.abs(step.position.x - place.x) < NODE_WIDTH
      ? [{ from: step.position.y, to: step.position.y + heightOf(step) }]
      : [],
  )
  for (const { from, to } of taken.toSorted((a, b) => a.from - b.from)) {
    if (from < place.y + heightOf(added) && place.y < to) place.y = to + GAP
  }
  return place
}

/** Steps in topological order, ignoring lines that lead back. Without recursion, because a flow may be long. */
function inOrder(steps: Flow['steps'], start: string | null): string[] {
  const done: string[] = []
  const seen = new Set<string>()
  const roots = start !== null && steps[start] ? [start, ...Object.keys(steps)] : Object.keys(steps)
  const passes: string[][] = []
  for (const root of roots) {
    if (seen.has(root)) continue
    seen.add(root)
    const open: { id: string; left: string[] }[] = [{ id: root, left: targetsOf(steps, root).toReversed() }]
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const next = top.left.pop()
      if (next === undefined) {
        done.push(top.id)
        open.pop()
      } else if (!seen.has(next)) {
        seen.add(next)
        open.push({ id: next, left: targetsOf(steps, next) })
      }
    }
    passes.push(done.splice(0).reverse())
  }
  return passes.flat()
}

const targetsOf = (steps: Flow['steps'], id: string): string[] =>
  exitsOf(steps[id] ?? { type: 'end', name: '' }).flatMap(({ to }) => (to !== undefined && steps[to] ? [to] : []))
