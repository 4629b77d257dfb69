import { useEffect, useRef } from 'react'
import { useStable } from '../lib/use-stable.ts'

/**
 * An invisible mark in a list that scrolls; says so once when it comes near. Begin again with another `key`, also where what
 * it asked for was overtaken by reading the list again.
 */
export function InViewSentinel({ onReached }: { onReached: () => void }) {
  const mark = useRef<HTMLSpanElement>(null)
  const reached = useStable(onReached)
  useEffect(() => {
    if (!mark.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        reached()
      },
      { root: scrollerOf(mark.current), rootMargin: '600px' },
    )
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [reached])
  return <span ref={mark} aria-hidden />
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  const { parentElement } = element
  if (!parentElement) return null
  return /auto|scroll/.test(getComputedStyle(parentElement).overflowY) ? parentElement : scrollerOf(parentElement)
}
