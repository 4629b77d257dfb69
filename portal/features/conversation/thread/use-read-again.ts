import { useEffect, useRef } from 'react'

const MAX_PAUSE_MS = 5_000

/** Reads again while there is a gap, at once and then ever more slowly. */
export function useReadAgain(gap: boolean, isFetching: boolean, refetch: () => void): void {
  const tries = useRef(0)
  const latest = useRef(refetch)
  useEffect(() => {
    latest.current = refetch
  })
  useEffect(() => {
    if (!gap) tries.current = 0
    if (!gap || isFetching) return
    const timer = setTimeout(() => latest.current(), Math.min(150 * 2 ** tries.current, MAX_PAUSE_MS))
    tries.current += 1
    return () => clearTimeout(timer)
  }, [gap, isFetching])
}
