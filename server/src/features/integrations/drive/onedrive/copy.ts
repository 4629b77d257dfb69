import { setTimeout as pause } from 'node:timers/promises'
import type { AccountScope } from '../../requests/account.ts'
import { nameTaken, refuse } from '../refusals.ts'
import { CopyProgress } from './answers.ts'

/** Copies are made in the background, small ones at once. */
const PAUSES_MS = [250, 500, 1000, 1500]

/** Waits a while for a copy; null where it is not done yet, or its id is unknown. */
export async function copiedId({ account, signal }: AccountScope, monitor: string, name: string | undefined) {
  for (const pause_ms of PAUSES_MS) {
    const { status, resourceId, error } = await account.json(CopyProgress, { url: monitor })
    if (status === 'completed') return resourceId ?? null
    if (status === 'failed')
      throw error?.code === 'nameAlreadyExists' ? nameTaken(name) : refuse(`The copy failed. ${error?.message ?? ''}`)
    await pause(pause_ms, null, { signal })
  }
  return null
}
