/**
 * Saves one after the other, so that an older state never overwrites a newer one. Saves that are requested meanwhile become
 * one.
 */
export function saveInTurn(save: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve()
  let isNextWanted = false
  return () => {
    if (isNextWanted) return last
    isNextWanted = true
    last = last.then(() => {
      isNextWanted = false
      return save()
    })
    return last
  }
}
