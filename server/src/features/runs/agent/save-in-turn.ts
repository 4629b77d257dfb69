/** Saves one after the other, so that nothing older is written over what is newer; what the next one will write is not written twice. */
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
