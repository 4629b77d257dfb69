import type { FastifyRequest } from 'fastify'
import { inviteEndpoints } from '#contracts/invites.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { readSessionCookie } from '#platform/http/session-cookie.ts'
import { Reply, route } from '#platform/route.ts'
import { findSession } from '../users/find-session.ts'
import type { UserRow } from '../users/table.ts'
import { acceptInvite } from './accept-invite.ts'
import { askedByOwnPage } from './asked-by-own-page.ts'
import { cancelInvite } from './cancel-invite.ts'
import { createInvite } from './create-invite.ts'
import { inviteAddresses } from './invite-addresses.ts'
import { listInvites } from './list-invites.ts'
import { presentInvite } from './present.ts'
import { resendInvite } from './resend-invite.ts'
import { showInvite } from './show-invite.ts'

/** Codes cannot be guessed; this keeps a person who tries from being a burden. */
const lookups = { name: 'invite-lookups', per_minute: 30 }

async function signedIn(ctx: Context, http: FastifyRequest): Promise<UserRow | null> {
  const cookie = readSessionCookie(ctx.ports.config, http)
  return (cookie && (await findSession(ctx, cookie))?.user) || null
}

export const routes = [
  route(inviteEndpoints.listInvites, {
    caller: 'admin',
    serve: (ctx, { query }) => listInvites(ctx, query),
  }),
  route(inviteEndpoints.createInvite, {
    caller: 'admin',
    serve: async (ctx, { body }) => presentInvite(await createInvite(ctx, body)),
  }),
  route(inviteEndpoints.createInvites, {
    caller: 'admin',
    serve: async (ctx, { body }) => {
      const { created, skipped } = await inviteAddresses(ctx, body)
      return { created: created.map(presentInvite), skipped }
    },
  }),
  route(inviteEndpoints.cancelInvite, {
    caller: 'admin',
    serve: async (ctx, { params }) => {
      await cancelInvite(ctx, params.invite_id)
      return { success: true as const }
    },
  }),
  route(inviteEndpoints.resendInvite, {
    caller: 'admin',
    limit: { name: 'invite-resends', per_minute: 30 },
    limitBy: ({ organization }) => organization.id,
    serve: async (ctx, { params }) => presentInvite(await resendInvite(ctx, params.invite_id)),
  }),
  route(inviteEndpoints.showInvite, {
    caller: 'anyone',
    limit: lookups,
    serve: async (ctx, { params, http }) => showInvite(ctx, await signedIn(ctx, http), params.code),
  }),
  route(inviteEndpoints.acceptInvite, {
    caller: 'anyone',
    effect: true,
    limit: lookups,
    serve: async (ctx, { params, http }) => {
      const page = new Reply(null, { status: 302, headers: { location: `/invite/${params.code}` } })
      if (!askedByOwnPage(ctx.ports.config, http.headers)) return page
      const user = await signedIn(ctx, http)
      if (user) {
        const { organization_id } = await acceptInvite(ctx, user, params.code)
        return { success: true as const, organization_id, redirect_url: '/' }
      }
      // A script cannot make use of a page.
      if (http.headers['sec-fetch-site'] !== undefined) throw new AppError('unauthorized', 'Not signed in')
      return page
    },
  }),
]
