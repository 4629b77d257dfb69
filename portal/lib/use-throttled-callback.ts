import { useEffect, useMemo } from 'react'
import { createThrottle } from './throttle.ts'
import { useStable } from './use-stable.ts'

/** Does at most once in so many milliseconds what events ask for, however many come: the first time immediately. */
export function useThrottledCallback(run: () => void, pauseMs: number): () => void {
  const latest = useStable(run)
  const pacer = useMemo(() => createThrottle(latest, pauseMs), [latest, pauseMs])
  useEffect(() => pacer.close, [pacer])
  return pacer.ask
}
