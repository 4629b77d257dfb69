import { signInEndpoints } from '#contracts/sign-in.ts'
import { clearSessionCookie, readSessionCookie, setSessionCookie } from '#platform/http/session-cookie.ts'
import { Reply, route } from '#platform/route.ts'
import { listOrganizations, switchOrganization } from '../organizations/switch-organization.ts'
import { findSession } from '../users/find-session.ts'
import { endOneSession, endOtherSessions, listSessions } from '../users/manage-sessions.ts'
import { signOut } from '../users/sign-out.ts'
import { startSession } from '../users/start-session.ts'
import { findDevUser, listDevUsers } from './dev-sign-in.ts'
import { listProviders } from './list-providers.ts'
import { returnPathOf } from './return-path.ts'
import { whoAmI } from './who-am-i.ts'

const limit = { name: 'sign-in', per_minute: 30 }

export const routes = [
  route(signInEndpoints.whoAmI, {
    caller: 'anyone',
    serve: (ctx, { http }) => whoAmI(ctx, readSessionCookie(ctx.ports.config, http)),
  }),
  route(signInEndpoints.listAuthProviders, {
    caller: 'anyone',
    limit,
    serve: async (ctx) => listProviders(ctx.ports.config),
  }),
  route(signInEndpoints.showAuthStatus, {
    caller: 'anyone',
    serve: async (ctx, { http }) => {
      const cookie = readSessionCookie(ctx.ports.config, http)
      const found = cookie ? await findSession(ctx, cookie) : null
      return { authenticated: found !== null, user_id: found?.user.id ?? null }
    },
  }),
  route(signInEndpoints.listSessions, {
    caller: 'user',
    serve: (ctx) => listSessions(ctx),
  }),
  route(signInEndpoints.endOtherSessions, {
    caller: 'user',
    serve: async (ctx) => {
      await endOtherSessions(ctx)
      return { success: true as const }
    },
  }),
  route(signInEndpoints.endSession, {
    caller: 'user',
    serve: async (ctx, { params }) => {
      await endOneSession(ctx, params.session_id)
      return { success: true as const }
    },
  }),
  route(signInEndpoints.listOrganizations, {
    caller: 'user',
    serve: (ctx) => listOrganizations(ctx),
  }),
  route(signInEndpoints.chooseOrganization, {
    caller: 'user',
    serve: async (ctx, { body }) => {
      await switchOrganization(ctx, body.organization_id)
      return { success: true as const }
    },
  }),
  route(signInEndpoints.signOut, {
    caller: 'user',
    serve: async (ctx) => {
      await signOut(ctx)
      return new Reply({ success: true as const }, { headers: clearSessionCookie(ctx.ports.config) })
    },
  }),
  route(signInEndpoints.listDevUsers, {
    caller: 'local_developer',
    limit,
    serve: (ctx) => listDevUsers(ctx),
  }),
  route(signInEndpoints.signInAsDevUser, {
    caller: 'local_developer',
    limit,
    serve: async (ctx, { body, http }) => {
      const user = await findDevUser(ctx, body.user_id)
      const { cookie } = await startSession(ctx, user.id, readSessionCookie(ctx.ports.config, http))
      const headers = setSessionCookie(ctx.ports.config, cookie)
      return new Reply({ success: true as const, redirect_url: returnPathOf(body.state) }, { headers })
    },
  }),
]
