/** What becomes of each of the items, in their order, with so many under way at most. */
export async function mapWithConcurrency<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  most = 5,
): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  async function workOnNext() {
    for (const [at, item] of waiting) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: most }, workOnNext))
  return results
}
