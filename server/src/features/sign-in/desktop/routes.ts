import { desktopAuthEndpoints } from '#contracts/desktop-auth.ts'
import { readSessionCookie, setSessionCookie } from '#platform/http/session-cookie.ts'
import { Reply, route } from '#platform/route.ts'
import { signInLimit } from '../limit.ts'
import { authorizeDesktop } from './authorize-desktop.ts'
import { signInDesktop } from './sign-in-desktop.ts'

export const desktopRoutes = [
  route(desktopAuthEndpoints.authorizeDesktop, {
    caller: 'anyone',
    limit: signInLimit,
    serve: (ctx, { query, http }) => authorizeDesktop(ctx, query, readSessionCookie(ctx.ports.config, http)),
  }),
  route(desktopAuthEndpoints.signInDesktop, {
    caller: 'anyone',
    limit: signInLimit,
    serve: async (ctx, { body }) => {
      const { cookie, user_id } = await signInDesktop(ctx, body)
      return new Reply({ success: true as const, user_id }, { headers: setSessionCookie(ctx.ports.config, cookie) })
    },
  }),
]
