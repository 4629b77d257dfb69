/** Works through a list, so many at once, and keeps the order of what comes out. */
export async function inTurns<T, R>(list: T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = list.entries()
  const take = async () => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, take))
  return results
}
