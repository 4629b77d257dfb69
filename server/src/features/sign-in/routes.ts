import { signInEndpoints } from '#contracts/sign-in.ts'
import type { Context } from '#platform/context.ts'
import { clearSessionCookie, readSessionCookie, setSessionCookie } from '#platform/http/session-cookie.ts'
import { Reply, route } from '#platform/route.ts'
import { listOrganizations, switchOrganization } from '../organizations/switch-organization.ts'
import { findSession } from '../users/find-session.ts'
import { endOneSession, endOtherSessions, listSessions } from '../users/manage-sessions.ts'
import { findDevUser, listDevUsers } from './dev-sign-in.ts'
import { arrivalOf, type Entered, enter } from './enter.ts'
import { signInLimit } from './limit.ts'
import { listProviders } from './list-providers.ts'
import { signOutThere } from './openid/sign-out-at-provider.ts'
import { setUp, showLink, signInByLink } from './operator-links.ts'
import { signInWithLdap } from './sign-in-with-ldap.ts'
import { whoAmI } from './who-am-i.ts'

/** What the browser gets once it is signed in, with the cookie that it is signed in by. */
const letIn = (ctx: Context, { cookie, answer }: Entered) =>
  new Reply(answer, { headers: setSessionCookie(ctx.ports.config, cookie) })

export const routes = [
  route(signInEndpoints.whoAmI, {
    caller: 'anyone',
    serve: (ctx, { http }) => whoAmI(ctx, readSessionCookie(ctx.ports.config, http)),
  }),
  route(signInEndpoints.listAuthProviders, {
    caller: 'anyone',
    limit: signInLimit,
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
      const logout_url = await signOutThere(ctx)
      return new Reply(
        { success: true as const, ...(logout_url && { logout_url }) },
        { headers: clearSessionCookie(ctx.ports.config) },
      )
    },
  }),
  route(signInEndpoints.signInWithLdap, {
    caller: 'anyone',
    limit: signInLimit,
    limitEach: { limit: { name: 'ldap', per_minute: 5 }, of: ({ body }) => body.username.toLowerCase() },
    serve: async (ctx, { body, http }) =>
      letIn(ctx, await signInWithLdap(ctx, body, readSessionCookie(ctx.ports.config, http))),
  }),
  route(signInEndpoints.showOperatorLink, {
    caller: 'anyone',
    limit: signInLimit,
    serve: (ctx, { params }) => showLink(ctx, params.token),
  }),
  route(signInEndpoints.setUp, {
    caller: 'anyone',
    limit: signInLimit,
    serve: async (ctx, { params, body, http }) =>
      letIn(ctx, await setUp(ctx, params.token, body, readSessionCookie(ctx.ports.config, http))),
  }),
  route(signInEndpoints.signInByOperatorLink, {
    caller: 'anyone',
    limit: signInLimit,
    serve: async (ctx, { params, http }) =>
      letIn(ctx, await signInByLink(ctx, params.token, readSessionCookie(ctx.ports.config, http))),
  }),
  route(signInEndpoints.listDevUsers, {
    caller: 'local_developer',
    limit: signInLimit,
    serve: (ctx) => listDevUsers(ctx),
  }),
  route(signInEndpoints.signInAsDevUser, {
    caller: 'local_developer',
    limit: signInLimit,
    serve: async (ctx, { body, http }) => {
      const user = await findDevUser(ctx, body.user_id)
      const arrival = { ...arrivalOf(body.state), former_cookie: readSessionCookie(ctx.ports.config, http) }
      return letIn(ctx, await enter(ctx, user, { ...arrival, is_new: false }))
    },
  }),
]
