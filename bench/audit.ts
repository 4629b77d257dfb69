// What an entry of the audit log costs the act that it stands for: one statement and no round trip of its own. The floor is
// the same transaction without it, in the same process and in turns.
import pg from 'pg'
import { compose } from '#app/compose.ts'
import { settingsUpdated } from '#features/organizations/audit-actions.ts'
import { createOrganization } from '#features/organizations/create-organization.ts'
import { users } from '#features/users/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { loadConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'
import { freshDatabase } from './lib/database.ts'
import { median } from './lib/load.ts'
import { scratchDirectory } from './lib/scratch.ts'

const TRANSACTIONS = 2000
let messages = 0
pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
  apply(query, client, given) {
    messages += 1
    return Reflect.apply(query, client, given)
  },
})

await using database = await freshDatabase()
const config = loadConfig({ NODE_ENV: 'test', DATABASE_URL: database.url, DATA_DIR: scratchDirectory(), PORT: '0' })
const app = await compose({ config, log: createLog({ level: 'error', pretty: false }), parts: ['web'] })

const [owner] = await app.ctx.db.insert(users).values({ email: 'owner@bench.test' }).returning()
if (!owner) throw new Error('The user was not written')
const organization = await createOrganization(app.ctx, { name: 'Bench', owner_id: owner.id })
const ctx = extendContext(app.ctx, { organization, user: owner })

const act = (is_recorded: boolean) =>
  ctx.transaction(async (ctx) => {
    await ctx.db.$client.query('update organizations set is_debug_mode = not is_debug_mode where id = $1', [
      organization.id,
    ])
    if (is_recorded)
      await ctx.record(settingsUpdated, { before: { is_debug_mode: false }, after: { is_debug_mode: true } })
  })

async function timed(is_recorded: boolean): Promise<number> {
  const start = performance.now()
  await act(is_recorded)
  return performance.now() - start
}

async function messagesOf(is_recorded: boolean): Promise<number> {
  messages = 0
  await act(is_recorded)
  return messages
}

const plain: number[] = []
const recorded: number[] = []
for (let n = 0; n < TRANSACTIONS; n++) {
  plain.push(await timed(false))
  recorded.push(await timed(true))
}
console.log(`messages to the database: ${await messagesOf(false)} without an entry, ${await messagesOf(true)} with one`)
const ms = (list: number[]) => median(list.slice(TRANSACTIONS / 10))
console.log(
  `p50 ${ms(plain).toFixed(3)} ms without, ${ms(recorded).toFixed(3)} ms with: ratio ${(ms(recorded) / ms(plain)).toFixed(2)}`,
)
await app.close()
