// The execution logs of an organization with a million runs of 20 teammates over 90 days: a page of all of them against the
// best query written by hand, with the same count, and a page of every filter of the contract. Goals: the page within 2
// times that query plus 1 ms, every filter within 50 ms.
import pg from 'pg'
import { addContactOfRuns, fillRuns, filtersOf, findKnown } from './lib/logged-runs.ts'
import { openStage } from './lib/stage.ts'

const TEAMMATES = 20
const RUNS = Number(process.argv[2] ?? 1_000_000)
const ROUNDS = 40

await using stage = await openStage()
const { organization_id: of, cookie, url } = stage.alongside.ready
const client = new pg.Client({ connectionString: stage.database_url })
await client.connect()

const { rows: members } = await client.query('select user_id from memberships where organization_id = $1 limit 1', [of])
const user_id: string = members[0]?.user_id

await client.query(
  `insert into ai_employees (id, organization_id, name)
   select gen_random_uuid(), $1, 'Teammate ' || n from generate_series(1, $2) n`,
  [of, TEAMMATES],
)

const place = { organization_id: of, user_id, days: 90 }
for (let from = 1; from <= RUNS; from += 100_000)
  await fillRuns(client, place, { from, to: Math.min(RUNS, from + 99_999), count: RUNS })
await client.query(
  `insert into run_steps (run_id, organization_id, seq, step_id, type, name, status, started_at)
   select id, organization_id, 1, 'answer', 'agent', 'Ada', 'completed', created_at from runs
   where organization_id = $1 order by created_at desc limit 20000`,
  [of],
)
const contact_id = await addContactOfRuns(client, of)
await client.query('vacuum analyze')

/** The best by hand: the newest in the order of their index, what a row shows, and as many as are counted. */
const BY_HAND = {
  name: 'by-hand',
  text: `
    select r.*, c.title, c.temporary_title, c.channel as conversation_channel, e.name as employee_name,
      (select step_id from run_steps s where s.run_id = r.id and s.cursor = '' order by seq desc limit 1) as current_step,
      exists (select 1 from run_steps s where s.run_id = r.id and s.fallback_used) as fallback_used,
      (select count(*) from (
        select 1 from runs x where organization_id = $1
          and (x.employee_id is null or x.employee_id in (
            select id from ai_employees where organization_id = $1 and (owned_by_user_id is null or owned_by_user_id = $2)))
        limit 10001) as counted) as total
    from (
      select * from runs x where organization_id = $1
        and (x.employee_id is null or x.employee_id in (
          select id from ai_employees where organization_id = $1 and (owned_by_user_id is null or owned_by_user_id = $2)))
      order by created_at desc, id desc limit 25) as r
    left join conversations c on c.id = r.conversation_id left join ai_employees e on e.id = r.employee_id
    order by r.created_at desc, r.id desc`,
}

async function timesOf(work: () => Promise<unknown>): Promise<{ p50: number; p99: number }> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS + 5; round++) {
    const from = performance.now()
    await work()
    if (round >= 5) times.push(performance.now() - from)
  }
  times.sort((a, b) => a - b)
  return { p50: times[ROUNDS / 2] ?? Number.NaN, p99: times[Math.floor(ROUNDS * 0.99)] ?? Number.NaN }
}

type Answer = { total: number; total_capped?: true }
const read = async (query: string): Promise<Answer> => {
  const response = await fetch(`${url}/api/organizations/${of}/workflows/runs?exclude=flow,state&${query}`, {
    headers: { cookie },
  })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Answer
}

// In turns, so that whatever else the machine does falls on both.
const hand = { p50: 0 }
const page = { p50: 0 }
const turns = 5
for (let turn = 0; turn < turns; turn++) {
  hand.p50 += (await timesOf(() => client.query({ ...BY_HAND, values: [of, user_id] }))).p50 / turns
  page.p50 += (await timesOf(() => read(''))).p50 / turns
}
const ms = (value: number) => `${value.toFixed(2)} ms`
console.log(`${RUNS.toLocaleString('en')} runs`)
console.log(`  a page by hand, the query alone   ${ms(hand.p50)}`)
console.log(
  `  a page over HTTP                  ${ms(page.p50)}  goal ${ms(hand.p50 * 2 + 1)} (ratio to it ${(page.p50 / (hand.p50 * 2 + 1)).toFixed(2)})\n`,
)

const known = await findKnown(client, { organization_id: of, user_id, contact_id })
let worst = 0
for (const query of ['page=200', ...filtersOf(known)]) {
  const { total, total_capped } = await read(query)
  const { p50, p99 } = await timesOf(() => read(query))
  worst = Math.max(worst, p50)
  const count = `${total_capped ? 'over ' : ''}${total.toLocaleString('en')}`
  console.log(`  ${decodeURIComponent(query).slice(0, 90).padEnd(92)} p50 ${ms(p50)}, p99 ${ms(p99)}, ${count} found`)
}
console.log(`\n  the worst filter ${ms(worst)}, goal 50 ms (ratio ${(worst / 50).toFixed(2)})`)
await client.end()
