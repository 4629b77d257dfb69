import type { Context } from '#platform/context.ts'
import { onEvent, onJob } from '#platform/reaction.ts'
import { conversationUpdated } from '../conversations/events.ts'
import { organizationUpdated, publicKeyReplaced } from '../organizations/events.ts'
import { accessLost } from '../organizations/jobs.ts'
import { collectBytes } from '../storage/jobs.ts'
import { teammatesHidden } from '../teammates/events.ts'
import { accessChanged, sessionEnded } from '../users/events.ts'
import { handBackUnseen } from './answers/hand-back-unseen.ts'
import { receiveStopped, stopCancelledAnswers } from './answers/stop-answers.ts'
import { continueAnswer } from './continue-answer.ts'
import { continueDraft } from './draft-reply.ts'
import { answerSaved, answersCancelled, answersStopped, answerWanted, callRightsChanged } from './events.ts'
import { answerMessage, draftAnswer, titleConversation } from './jobs.ts'
import { collectUnusedBytes } from './messages/collect-unused-bytes.ts'
import { receiveSaved, saveWanted } from './read-live-answers.ts'
import { continueTitle } from './titles/generate-title.ts'
import { recheckCalls } from './while-allowed.ts'

const announceCallRights = (ctx: Context) => ctx.emit(callRightsChanged, {})

export const reactions = [
  onEvent(answerMessage, continueAnswer),
  onEvent(titleConversation, continueTitle),
  onEvent(draftAnswer, continueDraft),
  onEvent(answerWanted, saveWanted),
  onEvent(answerSaved, receiveSaved),
  onEvent(answersCancelled, stopCancelledAnswers),
  onEvent(answersStopped, receiveStopped),
  onEvent(callRightsChanged, async () => recheckCalls()),
  onEvent(accessChanged, announceCallRights),
  onEvent(sessionEnded, announceCallRights),
  onEvent(publicKeyReplaced, announceCallRights),
  // A broadcast: each process receives it.
  onEvent(teammatesHidden, async () => recheckCalls()),
  // Every message changes its conversation, too.
  onEvent(conversationUpdated, async (ctx, { status, deleted_at }) => {
    if (status === 'archived' || deleted_at !== null) await announceCallRights(ctx)
  }),
  // It receives every change of credits, too.
  onEvent(organizationUpdated, async (ctx, { status }) => status === 'active' || announceCallRights(ctx)),
  onJob(accessLost, handBackUnseen),
  onJob(collectBytes, collectUnusedBytes),
]
