import { z } from 'zod'
import { CANNOT_ANSWER } from './conversations.ts'
import { describeEndpoints } from './endpoint.ts'
import { enveloped, Instant } from './page.ts'
import * as voicePaths from './paths/voice.ts'
import { WebchatContact } from './webchat.ts'

/** A call that may be begun once, within 20 minutes, by opening the socket with the session's id. */
export const VoiceSession = z.object({
  session_id: z.string(),
  conversation_id: z.uuid(),
  /** `ws:` or `wss:`, the session's id included. */
  websocket_url: z.url(),
  expires_at: Instant,
})
export type VoiceSession = z.infer<typeof VoiceSession>

/** `null` is the same as absent, because many clients send every field that they know. */
export const CreateVoiceSession = z
  .object({ conversation_id: z.uuid().nullish(), create_new_conversation: z.boolean().nullish() })
  .refine(
    ({ conversation_id, create_new_conversation }) => Boolean(conversation_id) !== Boolean(create_new_conversation),
    'Exactly one of conversation_id and create_new_conversation',
  )

/** Whether a conversation is on a call, as the inbox shows it. */
export const CallUpdated = z.object({
  conversation_id: z.uuid(),
  call: z.object({ started_at: Instant }).nullable(),
})

/** The teammate answers a turn of a call, and has ended; `message_id` is its answer. */
export const VoiceThinking = z.object({ conversation_id: z.uuid(), message_id: z.uuid() })

/** Text that a sample says where none is given. */
export const VOICE_SAMPLE_MAX_LENGTH = 300

/** Why a teammate cannot be called (422). */
export const CANNOT_CALL = [...CANNOT_ANSWER, 'NO_VOICE'] as const

export const voiceEndpoints = describeEndpoints(voicePaths, {
  createVoiceSession: {
    summary: 'Open a voice session with a teammate, in a conversation or a new one',
    body: CreateVoiceSession,
    answer: VoiceSession,
    errors: { 404: [], 409: ['CONVERSATION_NOT_ACTIVE'], 422: CANNOT_CALL },
  },
  createWebchatVoiceSession: {
    summary: 'Open a voice session in a conversation of the visitor',
    /** `default` where the page names no entry point. */
    params: z.object({ event_id: z.string().max(100) }),
    body: z.object({ conversation_id: z.uuid(), contact: WebchatContact.optional() }),
    answer: enveloped(VoiceSession),
    errors: {
      403: ['CONTACT_MISMATCH', 'IDENTITY_NOT_PROVEN'],
      404: ['ENTRY_POINT_NOT_FOUND'],
      409: ['CONVERSATION_NOT_ACTIVE'],
      422: CANNOT_CALL,
    },
  },
  createVoiceSample: {
    summary: 'Hear a voice: a WAV file in which it says a sentence, paid like a model call',
    body: z.object({
      /** The id of a model that speaks. */
      tts_model: z.string().regex(/^\d+$/),
      voice: z.string().trim().min(1).max(200),
      text: z.string().trim().min(1).max(VOICE_SAMPLE_MAX_LENGTH).optional(),
    }),
    errors: { 404: [], 422: ['NO_VOICE', 'TEAMMATE_NOT_READY', 'NO_CREDITS'], 502: ['MODEL_FAILED'] },
  },
  hangUpCall: {
    summary: 'End the call that is under way in a conversation',
    params: z.object({ conversation_id: z.uuid() }),
    answer: z.object({ success: z.literal(true), was_under_way: z.boolean() }),
    errors: { 404: [] },
  },
})
