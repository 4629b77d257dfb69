import { foldText } from '#contracts/fold-text.ts'
/** Entries of a list by their paths: which are marked, which has the keyboard focus, and where a range began. */
export type Selection = { marked: ReadonlySet<string>; active: string | null; anchor: string | null }

export const nothing: Selection = { marked: new Set(), active: null, anchor: null }

type Keys = { range?: boolean; toggle?: boolean }

/** A click or an arrow key on one of them: only this one, one more or less, or all from the anchor on. */
export function select(order: readonly string[], before: Selection, path: string, { range, toggle }: Keys): Selection {
  if (range) {
    const anchor = before.anchor ?? before.active ?? path
    return {
      marked: new Set([...(toggle ? before.marked : []), ...between(order, anchor, path)]),
      active: path,
      anchor,
    }
  }
  if (!toggle) return { marked: new Set([path]), active: path, anchor: path }
  const marked = new Set(before.marked)
  if (!marked.delete(path)) marked.add(path)
  return { marked, active: path, anchor: path }
}

function between(order: readonly string[], one: string, other: string): readonly string[] {
  const [from, to] = [order.indexOf(one), order.indexOf(other)].toSorted((a, b) => a - b)
  return from === undefined || to === undefined || from < 0 ? [other] : order.slice(from, to + 1)
}

/** One of them so many steps further on; a person who is nowhere comes in at the end from which they go. */
export function step(order: readonly string[], active: string | null, by: number): string | undefined {
  const known = active === null ? -1 : order.indexOf(active)
  const at = known >= 0 ? known : by > 0 ? -1 : order.length
  return order[Math.min(Math.max(at + by, 0), order.length - 1)]
}

/** What is no longer listed is not selected either; the keyboard continues at the same place. */
export function prune(before: readonly string[], order: readonly string[], selection: Selection): Selection {
  const listed = new Set(order)
  const isListed = (path: string | null) => path === null || listed.has(path)
  if (isListed(selection.active) && isListed(selection.anchor) && [...selection.marked].every(isListed))
    return selection
  const at = selection.active === null ? -1 : before.indexOf(selection.active)
  const nearest = order[Math.min(at, order.length - 1)] ?? null
  const active = isListed(selection.active) ? selection.active : nearest
  return { marked: new Set([...selection.marked].filter(isListed)), active, anchor: active }
}

/** The next whose name begins with what was typed, from the active one on and round again. */
export function findByLetters(names: readonly { path: string; name: string }[], active: string | null, typed: string) {
  const at = names.findIndex(({ path }) => path === active)
  // While a word is typed the active one may still fit; one letter again and again leads to the next.
  const from = typed.length > 1 ? Math.max(at, 0) : at + 1
  const wanted = foldText(typed)
  return [...names.slice(from), ...names.slice(0, from)].find(({ name }) => foldText(name).startsWith(wanted))
}
