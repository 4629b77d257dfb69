import { lazyRouteComponent } from '@tanstack/react-router'
import { whenReachable } from '../../lib/when-reachable.ts'

/** A page's code comes when it is asked for, or is about to be. */
export const page: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => whenReachable(load), name)

/** The parameters of an address, where they are there and say something. */
export const texts =
  <K extends string>(...keys: K[]) =>
  (search: Record<string, unknown>): { [name in K]?: string } => {
    const found: { [name in K]?: string } = {}
    for (const key of keys) {
      const value = search[key]
      if (typeof value === 'string' && value !== '') found[key] = value
    }
    return found
  }
