import { preloadable } from '../../../lib/preloadable.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'

export const answerActions = preloadable(() =>
  whenReachable(() => import('./answer-actions.tsx')).then((module) => module.AnswerActions),
)
export const peoplesRow = preloadable(() =>
  whenReachable(() => import('./operator-message-row.tsx')).then((module) => module.OperatorMessageRow),
)
