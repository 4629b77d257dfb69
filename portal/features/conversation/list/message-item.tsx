import { type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * Skips rendering a message out of sight, once it has left the view and with the height that it had there: earlier, or with a
 * guessed height, the messages in view would move. The padding keeps focus rings and shadows from being cut.
 */
export function MessageItem({ id, isLast, children }: { id?: string; isLast: boolean; children: ReactNode }) {
  const row = useRef<HTMLLIElement>(null)
  const [height, setHeight] = useState<number | null>(null)
  useEffect(() => {
    if (!row.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry || entry.isIntersecting) return
      // What replaces the content is measured without the padding, which stays around it.
      const { paddingTop, paddingBottom } = getComputedStyle(entry.target)
      setHeight(entry.boundingClientRect.height - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom))
      observer.disconnect()
    })
    observer.observe(row.current)
    return () => observer.disconnect()
  }, [])
  const isSkipped = height !== null && !isLast
  return (
    <li
      ref={row}
      id={id}
      className="group -mx-3 rounded-xl px-3 py-1.5"
      style={isSkipped ? { contentVisibility: 'auto', containIntrinsicBlockSize: `auto ${height}px` } : undefined}
    >
      {children}
    </li>
  )
}
