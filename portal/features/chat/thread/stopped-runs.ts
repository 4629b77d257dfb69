import { useSyncExternalStore } from 'react'
import { stored } from '../../../lib/stored.ts'

const key = 'alongside:stopped-runs'
const most = 200
const listeners = new Set<() => void>()
let runs: readonly string[] = stored.read(key)?.split(' ').filter(Boolean) ?? []

/** Remembers a run that was stopped here: a stopped answer is sent like a finished one, so the browser has to know. */
export function rememberStopped(run_id: string): void {
  runs = [...runs, run_id].slice(-most)
  stored.write(key, runs.join(' '))
  for (const heard of listeners) heard()
}

const subscribe = (heard: () => void) => {
  listeners.add(heard)
  return () => listeners.delete(heard)
}

export function useIsStopped(run_id: string | null): boolean {
  return useSyncExternalStore(subscribe, () => run_id !== null && runs.includes(run_id))
}
