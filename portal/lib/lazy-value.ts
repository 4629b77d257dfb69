import { useEffect, useReducer } from 'react'
import { whenReachable } from './when-reachable.ts'

/** Something that is fetched when it is first wanted, and kept. */
export type LazyValue<T> = { load: () => Promise<T>; current: () => T | undefined }

export function lazyValue<T>(fetch: () => Promise<T>): LazyValue<T> {
  let value: T | undefined
  let loading: Promise<T> | undefined
  const load = () => {
    loading ??= whenReachable(fetch).then((fetched) => {
      value = fetched
      return fetched
    })
    return loading
  }
  return { load, current: () => value }
}

/** Undefined until it is here, and where it cannot be had. */
export function useLazyValue<T>(lazy: LazyValue<T> | undefined): T | undefined {
  const [, arrived] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (!lazy || lazy.current() !== undefined) return
    let isShown = true
    const onLoaded = () => isShown && arrived()
    lazy.load().then(onLoaded, () => undefined)
    return () => {
      isShown = false
    }
  }, [lazy])
  return lazy?.current()
}
