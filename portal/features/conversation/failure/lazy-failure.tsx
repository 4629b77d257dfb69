import { lazy } from 'react'
import { whenReachable } from '../../../lib/when-reachable.ts'

/** Most answers do not fail. */
export const Failure = lazy(() =>
  whenReachable(() => import('./failure.tsx')).then(({ Failure }) => ({ default: Failure })),
)
