import { onEvent, onJob } from '#platform/reaction.ts'
import { conversationMessageSent } from '../conversations/events.ts'
import { answerLeft, callEndWanted, operatorWrote } from './events.ts'
import { sweepLostCalls } from './jobs.ts'
import { announceOperatorMessage, readOperatorAloud } from './read-operator-aloud.ts'
import { endLiveCall, liveCallOf } from './socket/live-calls.ts'
import { sweepCalls } from './sweep-calls.ts'

export const reactions = [
  onJob(sweepLostCalls, sweepCalls),
  onEvent(callEndWanted, async (_ctx, { call_id, code, message }) => endLiveCall(call_id, code, message)),
  onEvent(answerLeft, async (_ctx, { conversation_id, ...answer }) =>
    liveCallOf(conversation_id)?.continueAnswer(answer),
  ),
  onEvent(conversationMessageSent, announceOperatorMessage),
  onEvent(operatorWrote, readOperatorAloud),
]
