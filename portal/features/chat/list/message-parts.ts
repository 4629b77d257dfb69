import { preloadable } from '../../../lib/preloadable.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import { loadAnswerBody } from '../../conversation/list/answer-parts.ts'
import { answerActions, peoplesRow } from './row-parts.ts'

export const messageList = preloadable(() =>
  whenReachable(() => import('./message-list.tsx')).then((module) => module.MessageList),
)
let parts: Promise<unknown> | undefined

/** All that messages consist of, fetched side by side: shown before it is here, an answer would grow under its reader. */
export function loadMessageParts(): Promise<unknown> {
  parts ??= Promise.allSettled([
    messageList.preload(),
    answerActions.preload(),
    peoplesRow.preload(),
    ...loadAnswerBody(),
  ])
  return parts
}
