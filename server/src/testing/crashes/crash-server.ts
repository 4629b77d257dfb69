import { compose } from '#app/compose.ts'
import { loadConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'
import { featuresOfCrashes } from './features.ts'

/** The server with the surfaces that only tests have, as a process of its own. */
const config = loadConfig()
const log = createLog({ level: config.LOG_LEVEL, pretty: false })
const app = await compose({ config, log, features: featuresOfCrashes })
log.info({ address: await app.listen() }, 'listening')
