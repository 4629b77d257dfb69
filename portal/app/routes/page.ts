import { lazyRouteComponent } from '@tanstack/react-router'
import { whenReachable } from '../../lib/when-reachable.ts'

/** A page's code comes when it is asked for, or is about to be. */
export const page: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => whenReachable(load), name)

/** A parameter of the address, where it is there and says something. */
export function text<K extends string>(search: Record<string, unknown>, key: K): { [name in K]?: string } {
  const found: { [name in K]?: string } = {}
  if (typeof search[key] === 'string' && search[key] !== '') found[key] = search[key]
  return found
}
