import type { ObjectStore } from './blob-store.ts'

const turns = new WeakMap<ObjectStore, Map<string, Promise<void>>>()

/**
 * Takes the file unless its key is there. The same bytes put many times at once take turns: sealed, each is another
 * ciphertext, and not every object store replaces an object as a whole.
 */
export async function adoptOnce(
  objects: ObjectStore,
  { file, synced }: { file: string; synced: Promise<void> },
  key: string,
): Promise<void> {
  const underway = turns.get(objects) ?? new Map<string, Promise<void>>()
  turns.set(objects, underway)
  const before = underway.get(key)?.catch(() => undefined)
  const turn = (async () => {
    await before
    if (await objects.has(key)) return
    await synced
    await objects.adopt(file, key)
  })()
  underway.set(key, turn)
  try {
    await turn
  } finally {
    if (underway.get(key) === turn) underway.delete(key)
  }
}
