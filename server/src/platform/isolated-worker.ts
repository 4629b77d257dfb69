import { setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'

/** What an isolated thread executes, and how far it gives way to other threads and programs. */
export type IsolatedWork = { url: string; niceness: number }

const { url, niceness } = workerData as IsolatedWork
// Before anything else is loaded, which takes longer than most work. Linux counts a thread as a process of its own; elsewhere the
// whole server would be lowered.
if (process.platform === 'linux') setPriority(niceness)
await import(url)
