import { z } from 'zod'
import { type ContactField, MAX_CONTACT_FIELD_LENGTHS } from './contact-fields.ts'
import { CANNOT_ANSWER, Feedback, InboundAttachment, Message, MessageText, withoutNul } from './conversations.ts'
import { describeEndpoints } from './endpoint.ts'
import { enveloped, pageOf } from './page.ts'
import * as apiChatPaths from './paths/api-chat.ts'
import { RUN_FAILURES, RunStatus } from './runs.ts'

const callersId = z.string().transform(withoutNul).pipe(z.string().trim().min(1).max(200))
const ChannelName = z.string().trim().min(1).max(100)

/** Programs that serialize their records send `null` for what is not there. */
const given = <T>(schema: z.ZodType<T>) => schema.nullish().transform((value) => value ?? undefined)

const detail = (name: ContactField) => z.string().max(MAX_CONTACT_FIELD_LENGTHS[name])

const Contact = z.object({
  id: given(callersId),
  first_name: given(detail('first_name')),
  last_name: given(detail('last_name')),
  email: given(detail('email')),
  phone: given(detail('phone')),
})

export const SendApiMessage = z.object({
  message: MessageText,
  channel: ChannelName,
  conversation: given(z.object({ id: callersId })),
  contact: given(Contact),
  attachments: z
    .array(InboundAttachment)
    .nullish()
    .transform((files) => files ?? []),
  is_async: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
})
export type SendApiMessage = z.infer<typeof SendApiMessage>

/** A file that the run made, whole, as base64 text. */
export const GeneratedFile = z.object({
  name: z.string(),
  mime_type: z.string(),
  size: z.number().int(),
  data: z.string(),
})
export type GeneratedFile = z.infer<typeof GeneratedFile>

export const ApiAnswer = enveloped(
  z.object({
    /** Null while an operator has the conversation: the message is kept, and no teammate answers it. */
    runId: z.uuid().nullable(),
    message: z.string().nullable(),
    messageId: z.uuid().nullable(),
    assistantMessageId: z.uuid().nullable(),
    attachments: z.array(GeneratedFile),
  }),
)

export const ApiRun = enveloped(
  z.object({
    runId: z.uuid(),
    status: RunStatus,
    messageId: z.uuid().nullable(),
    assistantMessageId: z.uuid().nullable(),
    result: z.unknown(),
    error: z.string().nullable(),
    attachments: z.array(GeneratedFile),
  }),
)

/** A larger limit counts as this one. */
const MAX_MESSAGES = 50

export const ApiMessagesQuery = z.object({
  conversation_id: callersId,
  channel: ChannelName,
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .default(MAX_MESSAGES)
    .transform((limit) => Math.min(limit, MAX_MESSAGES)),
})
export const ApiMessages = pageOf(Message).extend({ success: z.literal(true) })

export const ApiFeedback = Feedback.extend({ channel: ChannelName, contact_id: callersId })
export const ApiMessage = enveloped(Message)

const OfEmployee = z.object({ employee_id: z.uuid() })
const OfMessage = OfEmployee.extend({ message_id: z.uuid() })

export const apiChatEndpoints = describeEndpoints(apiChatPaths, {
  sendMessage: {
    summary: 'Send a message to a teammate and receive its answer',
    params: OfEmployee,
    body: SendApiMessage,
    answer: ApiAnswer,
    errors: { 409: ['RUN_CANCELLED'], 422: CANNOT_ANSWER, 502: RUN_FAILURES, 503: ['STORAGE_UNAVAILABLE'], 504: [] },
  },
  listMessages: {
    summary: 'List the messages of a conversation, newest first',
    params: OfEmployee,
    query: ApiMessagesQuery,
    answer: ApiMessages,
  },
  giveFeedback: {
    summary: 'Save a contact’s feedback on an answer',
    params: OfMessage,
    body: ApiFeedback,
    answer: ApiMessage,
    errors: { 409: ['FEEDBACK_NOT_ACCEPTED'] },
  },
  showRun: {
    summary: 'Get the status and result of a run',
    params: z.object({ run_id: z.uuid() }),
    answer: ApiRun,
  },
})
