import { z } from 'zod'
import { EmailAddress } from './email-address.ts'
import { describeEndpoints } from './endpoint.ts'
import { MAX_ADDRESSES, MAX_USES } from './invite-limits.ts'
import { MailLanguage, MailProblem, MailStatus } from './mail.ts'
import { Done, Instant, pageOf, pageQuery } from './page.ts'
import * as invitePaths from './paths/invites.ts'

/** Nobody is invited as an owner. */
export const InviteRole = z.enum(['admin', 'member'])
export type InviteRole = z.infer<typeof InviteRole>

/** A pending invite past `expires_at` is shown as expired. */
export const InviteStatus = z.enum(['Pending', 'Accepted', 'Cancelled'])
export type InviteStatus = z.infer<typeof InviteStatus>

/** In lower case, because invites are found by it. */
export const Email = EmailAddress.toLowerCase().meta({ format: 'idn-email' })

export const Invite = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  code: z.string(),
  /** Null for an invite by link, which anyone who holds it may accept. */
  email: z.string().nullable(),
  role: InviteRole,
  /** The access groups that its people are put into. */
  access_group_ids: z.array(z.uuid()),
  status: InviteStatus,
  /** How many people may join by it, and how many have. */
  uses: z.number().int(),
  used: z.number().int(),
  invited_by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  expires_at: Instant,
  created_at: Instant,
  /** What became of its mail; null where none is sent. */
  mail: z.object({ status: MailStatus, problem: MailProblem.nullable() }).nullable(),
})
export type Invite = z.infer<typeof Invite>

const AccessGroupIds = z
  .array(z.uuid().toLowerCase())
  .max(100)
  .default([])
  .transform((ids) => [...new Set(ids)])

/** With an address it is mailed and accepted by that address alone; without one it is a link for so many people. */
export const CreateInvite = z
  .object({
    email: Email.nullable().default(null),
    role: InviteRole,
    access_group_ids: AccessGroupIds,
    uses: z.number().int().min(1).max(MAX_USES).default(1),
    language: MailLanguage.default('en'),
  })
  .refine(({ email, uses }) => email === null || uses === 1, {
    path: ['uses'],
    message: 'An invite by e-mail is for one person',
  })
export type CreateInvite = z.infer<typeof CreateInvite>

/** An address that cannot be read is answered by name and does not fail the rest. */
export const CreateInvites = z.object({
  emails: z.array(z.string().trim().min(1).max(1000)).min(1).max(MAX_ADDRESSES),
  role: InviteRole,
  access_group_ids: AccessGroupIds,
  language: MailLanguage.default('en'),
})
export type CreateInvites = z.infer<typeof CreateInvites>

/** Who was not invited, and why. */
export const SkippedAddress = z.object({
  email: z.string(),
  reason: z.enum(['NOT_AN_ADDRESS', 'ALREADY_MEMBER', 'ALREADY_INVITED']),
})
export type SkippedAddress = z.infer<typeof SkippedAddress>

/** What a holder of the code may see; not whom it was created for. */
export const InviteLookup = z.object({
  code: z.string(),
  role: InviteRole,
  status: InviteStatus,
  expires_at: Instant,
  organization: z.object({ id: z.uuid(), name: z.string() }),
  invited_by: z.string().nullable(),
  /** Whether someone is signed in whose address is not the one that was invited. */
  is_for_another: z.boolean(),
})
export type InviteLookup = z.infer<typeof InviteLookup>

const OneInvite = z.object({ invite_id: z.uuid().toLowerCase() })
const Code = z.object({ code: z.string().regex(/^[\w-]{1,64}$/) })

export const inviteEndpoints = describeEndpoints(invitePaths, {
  listInvites: {
    summary: 'List invites, newest first',
    query: pageQuery({ limit: 25, max: 100 }),
    /** `can_send_mail`: without it no mail goes out, and links are to be passed on by hand. */
    answer: pageOf(Invite).extend({ can_send_mail: z.boolean() }),
  },
  createInvite: {
    summary: 'Invite a person by e-mail, or create an invite link',
    body: CreateInvite,
    answer: Invite,
    errors: { 409: ['ALREADY_MEMBER', 'ALREADY_INVITED'], 429: ['TOO_MANY_INVITES'] },
  },
  createInvites: {
    summary: 'Invite several people by e-mail; people who cannot be invited are listed and do not fail the rest',
    body: CreateInvites,
    answer: z.object({ created: z.array(Invite), skipped: z.array(SkippedAddress) }),
    errors: { 429: ['TOO_MANY_INVITES'] },
  },
  cancelInvite: {
    summary: 'Cancel a pending invite; its link stops working immediately',
    params: OneInvite,
    answer: Done,
    errors: { 409: ['INVITE_NOT_PENDING'] },
  },
  resendInvite: {
    summary: 'Send a pending invite again, for another 14 days',
    params: OneInvite,
    answer: Invite,
    errors: { 409: ['INVITE_NOT_PENDING', 'INVITE_BY_LINK'] },
  },
  showInvite: {
    summary: 'Look up an invite by its code',
    params: Code,
    answer: InviteLookup,
  },
  acceptInvite: {
    summary: 'Join the organization of an invite; a request from elsewhere is sent to the invite’s page',
    params: Code,
    answer: z.object({ success: z.literal(true), organization_id: z.uuid(), redirect_url: z.string() }),
    statuses: [200, 302],
    errors: {
      401: [],
      403: ['INVITE_FOR_ANOTHER', 'REMOVED_SINCE'],
      409: ['INVITE_ACCEPTED', 'INVITE_CANCELLED', 'INVITE_EXPIRED'],
    },
  },
})
