/** What Microsoft Graph takes of a message. */
import { z } from 'zod'

export const Person = z.strictObject({
  emailAddress: z.strictObject({ address: z.email(), name: z.string().optional() }),
})
export const People = z.array(Person).optional()
const Body = z.strictObject({ contentType: z.enum(['text', 'html']), content: z.string() })
export const Written = z.strictObject({
  subject: z.string().optional(),
  body: Body.optional(),
  toRecipients: People,
  ccRecipients: People,
  bccRecipients: People,
  isRead: z.boolean().optional(),
  flag: z.strictObject({ flagStatus: z.enum(['flagged', 'notFlagged', 'complete']) }).optional(),
})
export const FileAttachment = z.strictObject({
  '@odata.type': z.literal('#microsoft.graph.fileAttachment'),
  name: z.string().min(1),
  contentType: z.string(),
  contentBytes: z.base64(),
})
export const Item = z.strictObject({
  AttachmentItem: z.strictObject({
    attachmentType: z.literal('file'),
    name: z.string().min(1),
    size: z.int().min(1),
    contentType: z.string().optional(),
  }),
})
