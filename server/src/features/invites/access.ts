import { desc, eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { memberships } from '../organizations/table.ts'
import { users } from '../users/table.ts'
import { organizationInvites } from './table.ts'
import { byInviter } from './usable-invite.ts'

export const noSuchInvite = () => new AppError('not_found', 'Invite not found')

/** Invites with who made them, the newest first. */
export const invitesOf = ({ db }: Context) =>
  db
    .select({ invite: organizationInvites, inviter: memberships, inviting: users })
    .from(organizationInvites)
    .leftJoin(memberships, byInviter)
    .leftJoin(users, eq(users.id, organizationInvites.invited_by))
    .orderBy(desc(organizationInvites.created_at), desc(organizationInvites.id))
    .$dynamic()

export type FoundInvite = Awaited<ReturnType<typeof invitesOf>>[number]
