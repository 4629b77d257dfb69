import { onEvent } from '#platform/reaction.ts'
import { conversationMessageSent } from '../conversations/events.ts'
import { callEndWanted, operatorWrote } from './events.ts'
import { announceOperatorMessage, readOperatorAloud } from './read-operator-aloud.ts'
import { endLiveCall } from './socket/live-calls.ts'

export const reactions = [
  onEvent(callEndWanted, async (_ctx, { call_id, code, message }) => endLiveCall(call_id, code, message)),
  onEvent(conversationMessageSent, announceOperatorMessage),
  onEvent(operatorWrote, readOperatorAloud),
]
