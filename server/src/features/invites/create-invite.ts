import type { CreateInvite, SkippedAddress } from '#contracts/invites.ts'
import { AppError } from '#platform/error.ts'
import type { MemberContext } from '../organizations/context.ts'
import { inviteAddresses } from './invite-addresses.ts'
import { newInvite, reportCreated } from './make-invite.ts'
import type { FoundInvite } from './present.ts'
import { organizationInvites } from './table.ts'

/** By e-mail for one address, or a link for anyone who holds it. */
export async function createInvite(ctx: MemberContext, input: CreateInvite): Promise<FoundInvite> {
  const { email, uses, ...shared } = input
  if (email === null) return createLink(ctx, { uses, ...shared })
  const { created, skipped } = await inviteAddresses(ctx, { emails: [email], ...shared })
  const [invite] = created
  if (!invite) throw refusalOf(skipped[0])
  return invite
}

function createLink(ctx: MemberContext, input: Omit<CreateInvite, 'email'>): Promise<FoundInvite> {
  return ctx.transaction(async (ctx) => {
    const [row] = await ctx.db
      .insert(organizationInvites)
      .values(newInvite(ctx, { email: null, ...input }))
      .returning()
    if (!row) throw new Error('The invite was not written')
    return reportCreated(ctx, row)
  })
}

const refusalOf = (skipped: SkippedAddress | undefined): AppError =>
  skipped?.reason === 'ALREADY_MEMBER'
    ? new AppError('conflict', `${skipped.email} already belongs to the organization`, { code: 'ALREADY_MEMBER' })
    : new AppError('conflict', `${skipped?.email} has already been invited`, { code: 'ALREADY_INVITED' })
