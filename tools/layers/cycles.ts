import type { Import } from './source-file.ts'

export type Edge = Import & { target: string }

/** One ring of imports for every knot of files that reach each other, as its edges in order. */
export function findCycles(edges: Map<string, Edge[]>): { file: string; edge: Edge }[][] {
  const done = new Set<string>()
  const cycles: { file: string; edge: Edge }[][] = []

  for (const file of edges.keys()) {
    if (done.has(file)) continue
    const ring = shortestWayBack(file, edges)
    if (!ring) continue
    cycles.push(ring)
    for (const member of knotOf(file, edges)) done.add(member)
  }
  return cycles
}

function shortestWayBack(start: string, edges: Map<string, Edge[]>): { file: string; edge: Edge }[] | undefined {
  const ways = [{ at: start, steps: [] as { file: string; edge: Edge }[] }]
  const seen = new Set<string>()
  for (const { at, steps } of ways) {
    for (const edge of edges.get(at) ?? []) {
      const way = [...steps, { file: at, edge }]
      if (edge.target === start) return way
      if (seen.has(edge.target)) continue
      seen.add(edge.target)
      ways.push({ at: edge.target, steps: way })
    }
  }
  return undefined
}

function knotOf(start: string, edges: Map<string, Edge[]>): string[] {
  return [...reach(start, edges)].filter((file) => reach(file, edges).has(start))
}

function reach(start: string, edges: Map<string, Edge[]>): Set<string> {
  const reached = new Set([start])
  for (const file of reached) for (const { target } of edges.get(file) ?? []) reached.add(target)
  return reached
}
