import { type RefObject, useLayoutEffect, useRef } from 'react'

/** What is added or taken away above must not move what is being read. */
export function useKeptPlace(frame: RefObject<HTMLElement | null>, firstId: string | undefined): void {
  const before = useRef({ firstId, height: 0 })
  useLayoutEffect(() => {
    if (!frame.current) return
    const height = frame.current.scrollHeight
    if (before.current.firstId !== firstId && before.current.height > 0) {
      frame.current.scrollTop += height - before.current.height
    }
    before.current = { firstId, height }
  })
}
