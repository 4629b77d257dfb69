import { preloadable } from '../../../lib/preloadable.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import { preloadMarkdown } from '../../prose/lazy-markdown.tsx'
import { preloadMessageFiles } from '../files/lazy-message-files.tsx'

export const toolActivities = preloadable(() =>
  whenReachable(() => import('../tools/tool-activities.tsx')).then((module) => module.ToolActivities),
)

export const waitingAnswer = preloadable(() =>
  whenReachable(() => import('../waiting/waiting-answer.tsx')).then((module) => module.WaitingAnswer),
)

/** All that an answer consists of: shown before it is here, an answer would grow under its reader. */
export const loadAnswerBody = (): Promise<unknown>[] => [
  preloadMarkdown(),
  preloadMessageFiles(),
  toolActivities.preload(),
]
