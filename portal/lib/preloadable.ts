import { type ComponentType, lazy, useState } from 'react'

type Preloadable<P> = { preload: () => Promise<unknown>; current: () => ComponentType<P> }

/** A part that is fetched when it is first shown, or before: once it is here it is drawn without a moment of waiting. */
export function preloadable<P extends object>(load: () => Promise<ComponentType<P>>): Preloadable<P> {
  let loaded: ComponentType<P> | undefined
  let loading: Promise<{ default: ComponentType<P> }> | undefined
  const preload = () => {
    loading ??= load().then((part) => {
      loaded = part
      return { default: part }
    })
    return loading
  }
  const waiting = lazy(preload)
  return { preload, current: () => loaded ?? waiting }
}

/** The component of such a part: the same from first to last, so that what it keeps is kept. */
export function usePart<P>(part: Preloadable<P>): ComponentType<P> {
  const [Part] = useState<ComponentType<P>>(() => part.current())
  return Part
}
