import { onEvent, onJob } from '#platform/reaction.ts'
import { conversationMessageSent } from '../conversations/events.ts'
import { callEndWanted, callLeft, operatorWrote } from './events.ts'
import { sweepLostCalls } from './jobs.ts'
import { announceOperatorMessage, readOperatorAloud } from './read-operator-aloud.ts'
import { endLiveCall, liveCallOf } from './socket/live-calls.ts'
import { sweepCalls } from './sweep-calls.ts'

export const reactions = [
  onJob(sweepLostCalls, sweepCalls),
  onEvent(callEndWanted, async (_ctx, { call_id, code, message }) => endLiveCall(call_id, code, message)),
  onEvent(callLeft, async (_ctx, { conversation_id, ...left }) => liveCallOf(conversation_id)?.continueCall(left)),
  onEvent(conversationMessageSent, announceOperatorMessage),
  onEvent(operatorWrote, readOperatorAloud),
]
