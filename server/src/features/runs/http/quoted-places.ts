import { placesIn } from '#platform/placeholders.ts'

/** Where the placeholders within double quotes begin, as in JSON and in the parameters of a header. */
export function quotedPlaces(template: string): Set<number> {
  const quoted = new Set<number>()
  let isQuoted = false
  let at = 0
  for (const { start, end } of placesIn(template)) {
    for (; at < start; at++) {
      if (template[at] === '\\') at++
      else if (template[at] === '"') isQuoted = !isQuoted
    }
    if (isQuoted) quoted.add(start)
    at = Math.max(at, end)
  }
  return quoted
}
