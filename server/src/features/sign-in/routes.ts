import { AuthProviders, AuthStatus, DevLogin, DevUsers, SignedIn, SignedOut } from '#contracts/sign-in.ts'
import { WhoAmI } from '#contracts/users.ts'
import { clearSessionCookie, readSessionCookie, setSessionCookie } from '#platform/http/session-cookie.ts'
import { Reply, route } from '#platform/route.ts'
import { endSession, findSession } from '../users/find-session.ts'
import { startSession } from '../users/start-session.ts'
import { findDevUser, listDevUsers } from './dev-sign-in.ts'
import { listProviders } from './list-providers.ts'
import { returnPathOf } from './return-path.ts'
import { whoAmI } from './who-am-i.ts'

const limit = { name: 'sign-in', per_minute: 30 }

export const routes = [
  route({
    method: 'GET',
    path: '/api/init/whoami',
    caller: 'anyone',
    summary: 'Who is signed in, and where they work',
    output: WhoAmI,
    serve: (ctx, { http }) => whoAmI(ctx, readSessionCookie(ctx.ports.config, http)),
  }),
  route({
    method: 'GET',
    path: '/api/auth/providers',
    caller: 'anyone',
    summary: 'Ways to sign in',
    limit,
    output: AuthProviders,
    serve: async (ctx) => listProviders(ctx.ports.config),
  }),
  route({
    method: 'GET',
    path: '/api/auth/status',
    caller: 'anyone',
    summary: 'Whether there is a session',
    output: AuthStatus,
    serve: async (ctx, { http }) => {
      const cookie = readSessionCookie(ctx.ports.config, http)
      const found = cookie ? await findSession(ctx, cookie) : null
      return { authenticated: found !== null, user_id: found?.user.id ?? null }
    },
  }),
  route({
    method: 'POST',
    path: '/api/auth/logout',
    caller: 'user',
    summary: 'Sign out',
    output: SignedOut,
    serve: async (ctx) => {
      await endSession(ctx, ctx.session)
      return new Reply({ success: true as const }, { headers: clearSessionCookie(ctx.ports.config) })
    },
  }),
  route({
    method: 'GET',
    path: '/api/auth/dev/users',
    caller: 'local_developer',
    summary: 'Development only: who can be signed in without a password',
    limit,
    output: DevUsers,
    serve: (ctx) => listDevUsers(ctx),
  }),
  route({
    method: 'POST',
    path: '/api/auth/dev/login',
    caller: 'local_developer',
    summary: 'Development only: sign in without a password',
    limit,
    body: DevLogin,
    output: SignedIn,
    serve: async (ctx, { body }) => {
      const user = await findDevUser(ctx, body.user_id)
      const { cookie } = await startSession(ctx, user.id)
      const headers = setSessionCookie(ctx.ports.config, cookie)
      return new Reply({ success: true as const, redirect_url: returnPathOf(body.state) }, { headers })
    },
  }),
]
