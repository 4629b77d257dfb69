import { composeSeeded } from '#app/start-server.ts'
import { loadConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'
import './embedded-program.ts'
import type { ComposeHere } from './here.ts'

export const composeHere: ComposeHere = async (env, write) => {
  const config = loadConfig(env)
  const app = await composeSeeded({ config, log: createLog({ level: config.LOG_LEVEL, pretty: false }, { write }) })
  await app.listen()
  return app.close
}
