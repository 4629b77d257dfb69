// `whoami` and a list of 20 rows against a bare Fastify route that does the same queries through `pg`. Goal: at most 1.5
// times its time.
import { againstBareQueries } from './lib/bare-queries.ts'
import { openStage } from './lib/stage.ts'

const seconds = Number(process.argv[2] ?? 4)
await using stage = await openStage()
const { organization_id, cookie } = stage.alongside.ready
const list = `/api/organizations/${organization_id}/employees?limit=20`
await againstBareQueries(stage, { name: 'whoami', path: '/api/init/whoami', cookie, seconds })
await againstBareQueries(stage, { name: 'a list of 20 rows', path: list, cookie, seconds })
