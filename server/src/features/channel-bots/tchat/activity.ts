import { z } from 'zod'

/** Microsoft leaves out what it does not know, or says null. */
const known = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? undefined)

/** What is of no known form in a list leaves the rest of the message as it is. */
const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  known(z.array(schema.nullable().catch(null)).transform((list) => list.flatMap((one) => one ?? [])))

/** Microsoft states no limit. Ids are parts of indexes here, which hold a few kilobytes at most. */
const Id = z.string().min(1).max(500)

const Account = z.object({
  id: Id,
  name: known(z.string()),
  aadObjectId: known(z.string().max(100)),
  /** `agenticUser` is an AI agent with an account of its own, like a person's. */
  role: known(z.string()),
})

const Conversation = z.object({
  id: Id,
  conversationType: known(z.string()),
  isGroup: known(z.boolean()),
  name: known(z.string()),
})

const Entity = z.looseObject({
  type: known(z.string()),
  text: known(z.string()),
  mentioned: known(z.looseObject({ id: known(z.string()), name: known(z.string()) })),
  quotedReply: known(z.looseObject({ preview: known(z.string()) })),
})

const Attachment = z.object({
  contentType: z.string(),
  contentUrl: known(z.string()),
  name: known(z.string()),
  // Of cards it may be anything; the parts of a file are read from it where it has them.
  content: z.unknown().optional(),
})
export type TchatIncomingAttachment = z.infer<typeof Attachment>

const ChannelData = z.looseObject({
  eventType: known(z.string()),
  tenant: known(z.looseObject({ id: known(z.string()) })),
  team: known(z.looseObject({ id: known(z.string()), name: known(z.string()), aadGroupId: known(z.string()) })),
  channel: known(z.looseObject({ id: known(z.string()), name: known(z.string()) })),
})

/**
 * Of what Teams sends, what is read here: https://learn.microsoft.com/azure/bot-service/rest-api/
 * bot-framework-rest-connector-api-reference, "Activity object". Everything else passes by.
 */
export const TchatActivity = z.object({
  type: z.string(),
  id: known(z.string().max(500)),
  channelId: z.string(),
  serviceUrl: z.string(),
  from: Account,
  recipient: Account.extend({
    /** In a chat of several people: only its sender and the bot see the message. */
    isTargeted: known(z.boolean()),
  }),
  conversation: Conversation,
  text: known(z.string()),
  locale: known(z.string().max(35)),
  entities: listOf(Entity),
  attachments: listOf(Attachment),
  channelData: known(ChannelData),
  /** Of an invoke. */
  name: known(z.string()),
  value: z.unknown().optional(),
  /** Of an invoke: the message whose card was answered. */
  replyToId: known(z.string().max(500)),
  /** Of an installation: `add`, `remove`, or one of their forms for an upgrade. */
  action: known(z.string()),
  membersAdded: known(z.array(Account)),
  membersRemoved: known(z.array(Account)),
})
export type TchatActivity = z.infer<typeof TchatActivity>

/** The name of the invoke that answers a file consent card. */
export const FILE_CONSENT = 'fileConsent/invoke'

export const UploadInfo = z.object({
  name: known(z.string()),
  uploadUrl: z.string(),
  contentUrl: z.string(),
  uniqueId: known(z.string()),
  fileType: known(z.string()),
})
export type UploadInfo = z.infer<typeof UploadInfo>

/** https://learn.microsoft.com/microsoftteams/platform/bots/how-to/bots-filesv4 */
export const FileConsentAnswer = z.discriminatedUnion('action', [
  z.object({ action: z.literal('accept'), context: z.object({ file_id: z.uuid() }), uploadInfo: UploadInfo }),
  z.object({ action: z.literal('decline'), context: z.object({ file_id: z.uuid() }) }),
])
export type FileConsentAnswer = z.infer<typeof FileConsentAnswer>
