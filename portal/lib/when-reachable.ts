import { useSyncExternalStore } from 'react'

const retryMs = 3_000
const waiting = new Set<() => void>()
const listeners = new Set<() => void>()

/** Whether anything answers where this page came from. */
export async function isServerThere(): Promise<boolean> {
  if (!navigator.onLine) return false
  const answer = await fetch('/health', { cache: 'no-store' }).catch(() => null)
  return answer?.ok ?? false
}

/** Retries a fetch once the server is reachable again; any other failure is thrown. */
export async function whenReachable<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (await isServerThere()) throw error
    await nextTry()
    return whenReachable(load)
  }
}

/** Ends after a while, at once when the network is back, or when the person asks for it. */
function nextTry(): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      waiting.delete(end)
      notifyListeners()
      done()
    }
    const timer = setTimeout(end, retryMs)
    addEventListener('online', end)
    waiting.add(end)
    notifyListeners()
  })
}

export function tryAgainNow(): void {
  for (const end of [...waiting]) end()
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True while a part of the page waits for an unreachable server. */
export function useIsUnreachable(): boolean {
  return useSyncExternalStore(subscribe, () => waiting.size > 0)
}
