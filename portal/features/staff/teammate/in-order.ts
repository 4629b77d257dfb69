/** Saved items keep their order, so that turning one off and on again is no change. */
export function inOrder(saved: readonly string[], names: readonly string[]): string[] {
  const positionOf = (name: string) => (saved.includes(name) ? saved.indexOf(name) : saved.length)
  return names.toSorted((a, b) => positionOf(a) - positionOf(b))
}
