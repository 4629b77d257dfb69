/** What cannot be fetched without a network is fetched when it is back; any other failure is one. */
export async function whenReachable<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (navigator.onLine) throw error
    await new Promise((done) => addEventListener('online', done, { once: true }))
    return whenReachable(load)
  }
}
