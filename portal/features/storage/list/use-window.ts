import { type RefObject, useLayoutEffect, useState } from 'react'

/** Beyond the edges, so that a quick scroll does not show an empty list. */
const beyond = 12

/** Which rows of a list of equal rows are in sight, so that ten thousand cost no more than those. */
export function useWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
  const [range, setRange] = useState({ from: 0, to: 60 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => {
      const from = Math.max(0, Math.floor(element.scrollTop / rowHeight) - beyond)
      const to = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight) + beyond
      setRange((known) => (known.from === from && known.to === to ? known : { from, to }))
    }
    look()
    const sized = new ResizeObserver(look)
    sized.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller, rowHeight])
  return { from: Math.min(range.from, count), to: Math.min(range.to, count) }
}
