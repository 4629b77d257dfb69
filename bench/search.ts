// Search in internal chat among a million messages, by someone who has 100,000 of them and by someone in a small
// organization, against a bare read of 20 rows by their ids on the same connection. Goal: p99 under 100 ms. The second
// argument `embedded` runs it on PGlite.
import { createOrganization } from '#features/organizations/create-organization.ts'
import { fillChats, type Share } from './lib/chats.ts'
import { freshDatabase } from './lib/database.ts'
import { quantiles } from './lib/load.ts'
import { openApp } from './lib/open-app.ts'

const total = Number(process.argv[2] ?? 1_000_000)
const embedded = process.argv[3] === 'embedded'
const rounds = 200

await using database = embedded ? null : await freshDatabase()
const app = await openApp({ DATABASE_URL: database?.url })
const { ctx, url } = app

const organizations = [
  { name: 'an organization with many', share: { own: total * 0.1, others: total * 0.85, people: 1000 } },
  { name: 'an organization with few', share: { own: 2000, others: total * 0.05 - 2000, people: 20 } },
]
const searchers = []
for (const { name, share } of organizations) searchers.push({ name, ...(await settle(name, share)) })
await ctx.db.$client.query('vacuum analyze message_texts')
await ctx.db.$client.query('analyze')

console.log(`search among ${total} messages on ${embedded ? 'PGlite' : 'PostgreSQL'}`)
const floor = await floorOf()
console.log(`  floor: 20 rows by id  p50 ${floor.p50.toFixed(2)} ms  p99 ${floor.p99.toFixed(2)} ms`)
for (const { name, path, cookie } of searchers) {
  for (const [kind, word] of [
    ['a common word', 'delivery'],
    ['a rare word', 'zebrafinch'],
    ['a word nobody wrote', 'qwertzuiop'],
  ]) {
    const { p50, p99 } = await timed(async () => {
      const answer = await fetch(`${url}${path}?q=${word}`, { headers: { cookie } })
      if (!answer.ok) throw new Error(await answer.text())
      await answer.arrayBuffer()
    })
    const ratio = (p50 / floor.p50).toFixed(1)
    console.log(`  ${name}, ${kind}: p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  ×${ratio} of the floor`)
  }
}
await app.close()

/** An organization whose owner has chats of their own among those of many others. */
async function settle(name: string, share: Share) {
  const user = await app.newUser(String(searchers.length))
  const organization = await createOrganization(ctx, { name, owner_id: user.id })
  await fillChats(ctx.db, { organization_id: organization.id, user_id: user.id }, share)
  const path = `/api/organizations/${organization.id}/internal-chat/conversations/search`
  return { path, cookie: await app.cookieOf(user.id) }
}

async function floorOf() {
  const { rows } = await ctx.db.$client.query('select id from messages limit 20')
  const ids = rows.map(({ id }: { id: string }) => id)
  return timed(() =>
    ctx.db.$client.query({ name: 'floor', text: 'select * from messages where id = any($1)', values: [ids] }),
  )
}

async function timed(work: () => Promise<unknown>) {
  for (let round = 0; round < 20; round++) await work()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    await work()
    times.push(performance.now() - begun)
  }
  return quantiles(times)
}
