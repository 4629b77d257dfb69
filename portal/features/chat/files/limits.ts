/** What one message may carry; the server holds to the same. */
export const fileLimits = { count: 10, each: 10 * 1024 * 1024, total: 30 * 1024 * 1024 }

type Sized = { name: string; size: number }
export type Refusal = { reason: 'empty' | 'each' | 'count' | 'total'; name: string }

/** Takes files in order as long as they fit, and says of each other why it does not. */
export function acceptFiles<T extends Sized>(attached: readonly T[], added: readonly T[]) {
  const taken = [...attached]
  const refused: Refusal[] = []
  for (const file of added) {
    const reason = refusalOf(taken, file)
    if (reason) refused.push({ reason, name: file.name })
    else taken.push(file)
  }
  return { taken, refused }
}

function refusalOf(taken: readonly Sized[], file: Sized): Refusal['reason'] | undefined {
  if (file.size === 0) return 'empty'
  if (file.size > fileLimits.each) return 'each'
  if (taken.length >= fileLimits.count) return 'count'
  const total = taken.reduce((sum, { size }) => sum + size, file.size)
  return total > fileLimits.total ? 'total' : undefined
}
