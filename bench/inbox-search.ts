// Search in the inbox of an organization with a million messages, beside another one, by its owner and by a member who
// sees a teammate with one message in a hundred; against the least that a query by hand does for the same word on the same
// connection. Goal: p99 at most 100 ms, for common words, rare ones and none, and no search of others held up by the
// worst of them. The arguments are the number of messages, and `embedded` for PGlite.
import { createOrganization } from '#features/organizations/create-organization.ts'
import { memberships } from '#features/organizations/table.ts'
import { accessGroupEmployees, accessGroups, accessGroupUsers } from '#features/teammates/access-groups/table.ts'
import { fillCustomers, indexTexts } from './lib/customers.ts'
import { freshDatabase } from './lib/database.ts'
import { quantiles } from './lib/load.ts'
import { openApp } from './lib/open-app.ts'

const total = Number(process.argv[2] ?? 1_000_000)
const embedded = process.argv[3] === 'embedded'
const ROUNDS = 100
const TEAMMATES = 20

await using database = embedded ? null : await freshDatabase()
const app = await openApp({ DATABASE_URL: database?.url })
const { ctx, url } = app

const owner = await app.newUser('owner')
const member = await app.newUser('member')
const organization = await createOrganization(ctx, { name: 'Many', owner_id: owner.id })
const organization_id = organization.id
const begun = performance.now()
const other = await createOrganization(ctx, { name: 'Another', owner_id: owner.id })
await fillCustomers(ctx.db, { organization_id: other.id, messages: total / 10, teammates: 2 })
const teammates = await fillCustomers(ctx.db, { organization_id, messages: total, teammates: TEAMMATES })
await indexTexts(ctx.db)
await seeOnly(teammates.at(-1) ?? '')
console.log(
  `search among ${total} messages on ${embedded ? 'PGlite' : 'PostgreSQL'}, made in ${Math.round((performance.now() - begun) / 1000)} s`,
)

const words = [
  ['a common word', 'delivery', 'newest'],
  ['a common word in Cyrillic', 'доставка', 'newest'],
  ['one of three hundred', 'refund', 'index'],
  ['a rare word', 'zebrafinch', 'index'],
  ['a word nobody wrote', 'qwertzuiop', 'index'],
  ['two words', 'delivery refund', 'index'],
  ['a name that all have', 'maya', 'newest'],
  ['one contact’s address', 'maya.4711@', 'index'],
  ['common long ago', 'snowman', 'newest'],
  ['three common letters', 'ива', 'newest'],
  ['one letter, 100 times', 'а '.repeat(100), 'newest'],
  ['200 wildcards', '%'.repeat(200), 'newest'],
  ['signs', `'; drop -- .*?`, 'newest'],
] as const
for (const [who, user] of [
  ['owner', owner],
  ['member of one teammate', member],
] as const) {
  const cookie = await app.cookieOf(user.id)
  for (const [kind, word, floor] of words) {
    // In turns, so that a machine that others use slows all of them alike.
    const [by_hand, page, ours] = await timed(
      () => byHand(word, floor),
      () => read('conversations?limit=20', cookie),
      () => read(`conversations/search?q=${encodeURIComponent(word)}`, cookie),
    )
    const ms = (one: { p50: number; p99: number }) => `p50 ${one.p50.toFixed(1)} ms  p99 ${one.p99.toFixed(1)} ms`
    console.log(
      `  ${who}, ${kind}: ${ms(ours)}, by hand ${ms(by_hand)}, a page of the inbox ${ms(page)}; p50 ×${(ours.p50 / by_hand.p50).toFixed(1)} and ×${(ours.p50 / page.p50).toFixed(1)}`,
    )
  }
}
const cookie = await app.cookieOf(owner.id)
const [idle] = await timed(() => read('conversations?limit=20', cookie))
const worst = ['snowman', 'а '.repeat(100), '%'.repeat(200), 'ива', 'maya']
let isOver = false
const flood = Array.from({ length: 8 }, async (_, n) => {
  for (let k = n; !isOver; k++)
    await read(`conversations/search?q=${encodeURIComponent(worst[k % worst.length] ?? '')}`, cookie)
})
const [beside] = await timed(() => read('conversations?limit=20', cookie))
isOver = true
await Promise.all(flood)
console.log(`  a page of the inbox: p50 ${idle.p50.toFixed(1)} ms  p99 ${idle.p99.toFixed(1)} ms`)
console.log(`  beside eight of the worst searches: p50 ${beside.p50.toFixed(1)} ms  p99 ${beside.p99.toFixed(1)} ms`)
await app.close()

async function seeOnly(employee_id: string): Promise<void> {
  await ctx.db.insert(memberships).values({ organization_id, user_id: member.id, role: 'member' })
  const [group] = await ctx.db.insert(accessGroups).values({ organization_id, name: 'Few' }).returning()
  if (!group) throw new Error('The group was not written')
  const access_group_id = group.id
  await ctx.db.insert(accessGroupUsers).values({ organization_id, access_group_id, user_id: member.id })
  await ctx.db.insert(accessGroupEmployees).values({ organization_id, access_group_id, employee_id })
}

async function read(path: string, cookie: string): Promise<void> {
  const answer = await fetch(`${url}/api/organizations/${organization_id}/${path}`, { headers: { cookie } })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** The messages alone, without what is shown of their conversations: the newest by one, or all that an index gives. */
async function byHand(word: string, how: 'newest' | 'index'): Promise<unknown> {
  const patterns = word.trim().split(/\s+/)
  const isIn = patterns.map((_, n) => (how === 'index' ? `text like $${n + 2}` : `strpos(text, $${n + 2}) > 0`))
  const values = patterns.map((one) => (how === 'index' ? `%${one}%` : one))
  const text =
    how === 'index'
      ? `select message_id, conversation_id from message_texts where organization_id = $1 and ${isIn.join(' and ')}
         order by message_id desc limit 21`
      : `select message_id, conversation_id from (select * from message_texts where organization_id = $1
         order by message_id desc limit 2000) newest where ${isIn.join(' and ')}`
  return ctx.db.$client.query({ name: `floor ${how} ${patterns.length}`, text, values: [organization_id, ...values] })
}

async function timed<const Work extends readonly (() => Promise<unknown>)[]>(...work: Work) {
  const times: number[][] = work.map(() => [])
  for (let round = -10; round < ROUNDS; round++) {
    for (const [index, one] of work.entries()) {
      const from = performance.now()
      await one()
      if (round >= 0) times[index]?.push(performance.now() - from)
    }
  }
  return times.map(quantiles) as { [Index in keyof Work]: ReturnType<typeof quantiles> }
}
