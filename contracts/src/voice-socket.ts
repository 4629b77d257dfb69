/**
 * The socket of a call, `WebSocket /chat/realtime?session={session_id}`. Binary messages are audio both ways; text messages
 * are JSON, `CallerMessage` from the client and `CallEvent` from the server. A client ignores types that it does not know.
 */
import { z } from 'zod'
import { InboundAttachment, MessageText } from './conversations.ts'

/** Signed 16-bit little-endian samples of one channel, in messages of any even length. */
export const SAMPLE_RATE_HZ = 24_000
export const BYTES_PER_MS = (SAMPLE_RATE_HZ * 2) / 1000

export const CallerMessage = z.discriminatedUnion('type', [
  /** What the caller types instead of saying it. */
  z.object({
    type: z.literal('user_message'),
    message: MessageText,
    attachments: z.array(InboundAttachment).default([]),
    client_message_id: z.uuid().optional(),
  }),
  /** While held, all audio is speech; releasing ends the turn. From the first one on, audio counts only while held. */
  z.object({ type: z.literal('push_to_talk'), is_held: z.boolean() }),
  /** Audio counts as it did before push-to-talk: the server detects who speaks. */
  z.object({ type: z.literal('open_microphone') }),
  /** Stops the answer that is spoken, as speaking over it does. */
  z.object({ type: z.literal('interrupt') }),
])
export type CallerMessage = z.input<typeof CallerMessage>

/** Why the server ends a call, or refuses part of it. */
export const callErrors = [
  /** The session is unknown, used or older than 20 minutes. */
  'SESSION_NOT_FOUND',
  /** The caller may not call, for a reason that has no code of its own. */
  'CALL_NOT_ALLOWED',
  /** The session of the colleague who calls has ended. */
  'SIGNED_OUT',
  'ORGANIZATION_INACTIVE',
  /** The teammate is deleted, or the colleague does not see it any more. */
  'TEAMMATE_UNAVAILABLE',
  /** A visitor's chat is gone: its website chat, its teammate, its public key or their proven identity. */
  'CHAT_UNAVAILABLE',
  'CONVERSATION_DELETED',
  /** The conversation is archived. */
  'CONVERSATION_NOT_ACTIVE',
  /** The teammate cannot listen or speak now: a model is missing, a limit is reached, credits are used up. */
  'TEAMMATE_NOT_READY',
  'DAILY_LIMIT_REACHED',
  'NO_CREDITS',
  /** Speech could not be recognized; the call continues. */
  'NOT_UNDERSTOOD',
  /** The voice failed while it spoke an answer, which continues as text; so does the call. */
  'VOICE_FAILED',
  /** A message of the client was refused; the call continues. */
  'BAD_MESSAGE',
  /** The client sends more than a call needs, or reads too slowly. */
  'TOO_MUCH_AUDIO',
  'TOO_SLOW',
  /** An operator or the other side has ended the call. */
  'HUNG_UP',
  /** Its caller has called again in the conversation, from another tab or device, where the call continues. */
  'CALL_MOVED',
  /** Nothing was heard for a long time, or the call has lasted as long as a call may. */
  'CALL_TIMEOUT',
  /** The server stops; the client may open a new session. */
  'SERVER_STOPPING',
  /** This server carries as many calls as it can. */
  'SERVER_BUSY',
  'CALL_FAILED',
] as const
export type CallErrorCode = (typeof callErrors)[number]

const ofMessage = { message_id: z.uuid() }

export const CallEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('session.created'),
    session_id: z.string(),
    conversation_id: z.uuid(),
    ai_employee: z.object({ id: z.uuid(), name: z.string() }),
    sample_rate: z.literal(SAMPLE_RATE_HZ),
  }),
  /** Again and again, so that a client notices a network that swallows everything. */
  z.object({ type: z.literal('heartbeat') }),
  /** The caller has begun to speak, and has ended. */
  z.object({ type: z.literal('speech_started') }),
  z.object({ type: z.literal('speech_stopped') }),
  /** The teammate works on its answer, between the end of speech and the first audio. */
  z.object({ type: z.literal('thinking_started') }),
  z.object({ type: z.literal('thinking_ended') }),
  /** What is being said, as far as it is known. Of the teammate it comes with the audio that says it. */
  z.object({
    type: z.literal('caption'),
    ...ofMessage,
    role: z.enum(['user', 'assistant', 'operator']),
    /** The whole text so far, without the marks of Markdown. */
    text: z.string(),
    is_final: z.boolean(),
  }),
  z.object({ type: z.literal('response.started'), ...ofMessage }),
  /** The answer was spoken to its end, or its question is no longer asked. */
  z.object({ type: z.literal('response.done'), ...ofMessage }),
  /** The answer was interrupted: the client drops the audio that it has not played. */
  z.object({ type: z.literal('response.cancelled'), ...ofMessage }),
  /** Someone speaks over the answer: the client drops the audio that it has not played, which comes again after `resumed`. */
  z.object({ type: z.literal('response.paused'), ...ofMessage }),
  /** It was no speech: the answer continues where it stopped. */
  z.object({ type: z.literal('response.resumed'), ...ofMessage }),
  /** A person answers in this conversation from now on, or the teammate does again. */
  z.object({ type: z.literal('operator_changed'), operator_name: z.string().nullable() }),
  /** The teammate waits for an answer to a question, which the page shows and the call has asked aloud. */
  z.object({ type: z.literal('question_asked'), ...ofMessage }),
  z.object({
    type: z.literal('error'),
    code: z.enum(callErrors),
    message: z.string(),
    /** Whether the call is over. */
    is_final: z.boolean(),
  }),
])
export type CallEvent = z.infer<typeof CallEvent>
