import { frameAddress } from '../../lib/loader-link.ts'

/** Files of messages on their way. They are too large for the browser's small storage, so they lie in its database. */
const inMemory = new Map<string, File[]>()
const STORE = 'files'
/** Entry points of one server share the database. */
const place = `${frameAddress.apiKey} ${frameAddress.eventId} `

let opening: Promise<IDBDatabase> | null = null

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('svc-webchat', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opening
}

async function within<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const store = (await database()).transaction(STORE, mode).objectStore(STORE)
  return new Promise((resolve, reject) => {
    const request = ask(store)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Where the browser denies the database, the files last as long as the page. */
export async function storeFiles(id: string, files: File[]): Promise<void> {
  inMemory.set(id, files)
  await within('readwrite', (store) => store.put(files, place + id)).catch(() => undefined)
}

/** Null where they are gone. */
export async function storedFiles(id: string): Promise<File[] | null> {
  const known = inMemory.get(id)
  if (known) return known
  const found: unknown = await within('readonly', (store) => store.get(place + id)).catch(() => null)
  return Array.isArray(found) ? found : null
}

export async function dropFiles(id: string): Promise<void> {
  inMemory.delete(id)
  await within('readwrite', (store) => store.delete(place + id)).catch(() => undefined)
}

/** Leaves nothing of messages that are not on their way any more, such as those of someone who used this browser before. */
export async function sweepFiles(ids: readonly string[]): Promise<void> {
  const kept = await within('readonly', (store) => store.getAllKeys()).catch(() => [])
  const stale = kept.filter((key) => String(key).startsWith(place) && !ids.includes(String(key).slice(place.length)))
  for (const key of stale) await within('readwrite', (store) => store.delete(key)).catch(() => undefined)
}
