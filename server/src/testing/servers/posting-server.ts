import { compose } from '#app/compose.ts'
import { loadConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'
import { featuresWithPosting } from './posting-channel.ts'

/** The server with one more surface, as a process of its own. */
const config = loadConfig()
const log = createLog({ level: config.LOG_LEVEL, pretty: false })
const app = await compose({ config, log, features: featuresWithPosting })
log.info({ address: await app.listen() }, 'listening')
