import { useEffect, useMemo } from 'react'
import { createThrottle } from './throttle.ts'
import { useStable } from './use-stable.ts'

/** A throttled callback, with a leading call. */
export function useThrottledCallback(run: () => void, pauseMs: number): () => void {
  const latest = useStable(run)
  const pacer = useMemo(() => createThrottle(latest, pauseMs), [latest, pauseMs])
  useEffect(() => pacer.close, [pacer])
  return pacer.ask
}
