import { useLayoutEffect } from 'react'
import { suspendShortcuts } from '../lib/typing.ts'

/** In the place of what was opened and has to be fetched first, so that what is typed meanwhile does nothing to the page. */
export function SuspendShortcuts() {
  useLayoutEffect(suspendShortcuts, [])
  return null
}
