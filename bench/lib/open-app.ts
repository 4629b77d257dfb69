import { compose } from '#app/compose.ts'
import type { Part } from '#app/parts.ts'
import { startSession } from '#features/users/start-session.ts'
import { users } from '#features/users/table.ts'
import { loadConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'
import { scratchDirectory } from './scratch.ts'

/** The whole server in the process that measures it; on PGlite where it is given no database. */
export async function openApp(env: Record<string, string | undefined> = {}, parts?: readonly Part[]) {
  const config = loadConfig({ NODE_ENV: 'test', TZ: 'UTC', PORT: '0', DATA_DIR: scratchDirectory(), ...env })
  const app = await compose({ config, log: createLog({ level: 'error', pretty: false }), ...(parts && { parts }) })
  const { ctx } = app
  return {
    ctx,
    url: await app.listen(0),
    close: () => app.close(),
    async newUser(name: string) {
      const [user] = await ctx.db
        .insert(users)
        .values({ name, email: `${name}@bench.test` })
        .returning()
      if (!user) throw new Error('The user was not written')
      return user
    },
    async cookieOf(user_id: string): Promise<string> {
      const { cookie } = await startSession(ctx, user_id)
      return `${config.SESSION_COOKIE_NAME}=${cookie}`
    },
  }
}
