import { z } from 'zod'
import { isShortcut, MAX_CANNED_REPLY_LENGTH, MAX_SHORTCUT_LENGTH, withoutSlash } from './canned-reply-names.ts'
import { describeEndpoints } from './endpoint.ts'
import { Done, Instant, pageOf, pageQuery } from './page.ts'
import * as cannedReplyPaths from './paths/canned-replies.ts'

/** A text that people answer with again and again. */
export const CannedReply = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  /** Without the slash that calls it. */
  shortcut: z.string(),
  /** With placeholders, which the page fills in. */
  content: z.string(),
  /** Who made it, as long as they exist. */
  user_id: z.uuid().nullable(),
  updated_at: Instant,
})
export type CannedReply = z.infer<typeof CannedReply>

const withoutNul = (text: string) => text.replaceAll('\0', '')

const CreateCannedReply = z.object({
  shortcut: z
    .string()
    .overwrite((text) => withoutSlash(withoutNul(text)))
    .min(1, 'Cannot be empty')
    .max(MAX_SHORTCUT_LENGTH)
    .refine(isShortcut, 'Letters, digits, hyphens and underscores only'),
  content: z
    .string()
    .overwrite((text) => withoutNul(text).trim())
    .min(1, 'Cannot be empty')
    .max(MAX_CANNED_REPLY_LENGTH),
})
export type CreateCannedReply = z.output<typeof CreateCannedReply>
/** What is left out stays as it is. */
const UpdateCannedReply = CreateCannedReply.partial()
export type UpdateCannedReply = z.output<typeof UpdateCannedReply>

const OneCannedReply = z.object({ canned_reply_id: z.uuid() })
const TAKEN = { 409: ['SHORTCUT_EXISTS'] } as const

export const cannedReplyEndpoints = describeEndpoints(cannedReplyPaths, {
  listCannedReplies: {
    summary: 'List or search canned replies by shortcut',
    query: pageQuery({ limit: 50, max: 100 }).extend({ q: z.string().max(200).optional() }),
    answer: pageOf(CannedReply),
  },
  createCannedReply: {
    summary: 'Create a canned reply; its shortcut is taken whatever its case',
    body: CreateCannedReply,
    answer: CannedReply,
    errors: { 409: [...TAKEN[409], 'TOO_MANY_CANNED_REPLIES'] },
  },
  updateCannedReply: {
    summary: 'Change a canned reply that the caller made; admins and owners change those of others too',
    params: OneCannedReply,
    body: UpdateCannedReply,
    answer: CannedReply,
    errors: TAKEN,
  },
  deleteCannedReply: {
    summary: 'Delete a canned reply that the caller made; admins and owners delete those of others too',
    params: OneCannedReply,
    answer: Done,
  },
})
