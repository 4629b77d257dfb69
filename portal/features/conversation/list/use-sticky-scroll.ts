import { useCallback, useEffect, useRef, useState } from 'react'

const nearBottom = 48
const farFromBottom = 160

export type StickyScroll = ReturnType<typeof useStickyScroll>

/** Keeps the newest in view while the reader is at the bottom, and leaves the reader alone everywhere else. */
export function useStickyScroll() {
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const stuck = useRef(true)
  const lastTop = useRef(0)
  const lastHeight = useRef(0)
  const [isAway, setAway] = useState(false)

  const jump = useCallback(() => {
    stuck.current = true
    setAway(false)
    frame.current?.scrollTo({ top: frame.current.scrollHeight, behavior: 'instant' })
  }, [])
  /** The reader is taken elsewhere: the newest is not to be followed any more. */
  const leave = useCallback(() => {
    stuck.current = false
  }, [])
  const onScroll = useCallback(() => {
    if (!frame.current) return
    const { scrollHeight, scrollTop, clientHeight } = frame.current
    const distance = scrollHeight - scrollTop - clientHeight
    // More may have come below since the scrolling: only a way up leaves the newest, and no browser that had less to scroll.
    if (distance < nearBottom) stuck.current = true
    else if (scrollTop < lastTop.current && scrollHeight >= lastHeight.current) stuck.current = false
    lastTop.current = scrollTop
    lastHeight.current = scrollHeight
    setAway(!stuck.current && distance > farFromBottom)
  }, [])
  useEffect(() => {
    if (!frame.current || !content.current) return
    const observer = new ResizeObserver(() => {
      if (stuck.current) jump()
      else onScroll()
    })
    observer.observe(frame.current)
    observer.observe(content.current)
    return () => observer.disconnect()
  }, [jump, onScroll])

  return { frame, content, isAway, jump, leave, onScroll }
}
