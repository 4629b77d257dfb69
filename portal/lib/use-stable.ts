import { useCallback, useLayoutEffect, useRef } from 'react'

/** One function for the whole life of a component that does what the latest render gave it to do. */
export function useStable<A extends unknown[], R>(run: (...args: A) => R): (...args: A) => R {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args: A) => latest.current(...args), [])
}
