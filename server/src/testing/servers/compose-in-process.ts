import { eq } from 'drizzle-orm'
import { composeSeeded } from '#app/start-server.ts'
import { organizations } from '#features/organizations/table.ts'
import { recheckVisitors } from '#features/webchat/recheck-visitors.ts'
import { loadConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'
import '../database/embedded-program.ts'
import type { ComposeInProcess } from './in-process-server.ts'

export const composeInProcess: ComposeInProcess = async (env, write) => {
  const config = loadConfig(env)
  const app = await composeSeeded({ config, log: createLog({ level: config.LOG_LEVEL, pretty: false }, { write }) })
  await app.listen()
  return {
    close: app.close,
    async setStatus(organization_id, status) {
      await app.ctx.db.update(organizations).set({ status }).where(eq(organizations.id, organization_id))
      await recheckVisitors(app.ctx)
    },
  }
}
