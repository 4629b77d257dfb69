import { useEffect, useRef } from 'react'

/** Toasts are shown below this element while it is there, because it has controls that they would cover. */
export function useToastsBelow() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const { style } = document.documentElement
    const place = () => style.setProperty('--toasts-top', `${element.getBoundingClientRect().bottom + 8}px`)
    const observer = new ResizeObserver(place)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--toasts-top')
    }
  }, [])
  return ref
}
