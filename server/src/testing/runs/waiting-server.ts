import { compose } from '#app/compose.ts'
import { loadConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'
import { featuresWithWaiting } from './waiting-steps.ts'

/** The server with steps that wait, as a process of its own. */
const config = loadConfig()
const log = createLog({ level: config.LOG_LEVEL, pretty: false })
const app = await compose({ config, log, features: featuresWithWaiting })
log.info({ address: await app.listen() }, 'listening')
