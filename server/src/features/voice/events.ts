import { z } from 'zod'
import { callErrors } from '#contracts/voice-socket.ts'
import { defineBroadcast, definePush } from '#platform/event.ts'
import type { ConversationParties } from '../conversations/define-channel.ts'
import { inboxAudience } from '../conversations/events.ts'
import { missedWords } from './table.ts'

const CallEnd = z.object({ call_id: z.uuid(), code: z.enum(callErrors), message: z.string() })
export type CallEnd = z.infer<typeof CallEnd>

/** A call that another process may hold is to end. */
export const callEndWanted = defineBroadcast('voice.call-end-wanted', CallEnd)

/** An operator has written in a conversation that is on a call, in whichever process. */
export const operatorWrote = defineBroadcast(
  'voice.operator-wrote',
  z.object({ conversation_id: z.uuid(), message_id: z.uuid() }),
)

/** A call ended with an unheard answer or words that were not understood, after the next call had begun. */
export const callLeft = defineBroadcast(
  'voice.call-left',
  z.object({
    conversation_id: z.uuid(),
    answer: z.object({ message_id: z.uuid(), heard: z.string() }).nullable(),
    missed: z.enum(missedWords),
  }),
)

/** A call has begun or ended in a conversation of the inbox. */
export const conversationCallUpdated = definePush('conversation.call_updated', (parties: ConversationParties) =>
  inboxAudience(parties),
)

const channelAudience = (parties: ConversationParties) => parties.channel.audience(parties)
export const voiceThinkingStarted = definePush('voice_thinking_started', channelAudience)
export const voiceThinkingEnded = definePush('voice_thinking_ended', channelAudience)
