// The execution logs of an organization with a million runs of 20 teammates over 90 days: a page of all of them against the
// best query written by hand, with the same count, and a page of every filter of the contract. Goals: the page within 2
// times that query plus 1 ms, every filter within 50 ms.
import pg from 'pg'
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

/** An id that every run of the bench makes alike. */
const idOf = (name: string) => `overlay(overlay(md5(${name}) placing '4' from 13) placing '8' from 17)::uuid`

/** Two in a hundred failed, one in a thousand was cancelled; few are of a workflow, a person, a rare channel or model. */
const fill = (from: number, to: number) =>
  client.query(
    `with teammates as (
       select array_agg(id) as ids from ai_employees where organization_id = $1 and name like 'Teammate %'
     ), made as (
       select n, now() - n * interval '7776 ms' as at, abs(hashint4(n)) as h from generate_series($2::int, $3::int) n
     )
     insert into runs (id, organization_id, employee_id, conversation_id, user_id, workflow_id, trigger_id, channel, status,
       model, error, input_tokens, output_tokens, usd_cost, costs, state, created_at, completed_at, failed_at, cancelled_at)
     select gen_random_uuid(), $1, ids[1 + h % 20], ${idOf("'conversation ' || n / 5")},
       case when h % 5000 = 1 then $4::uuid end, case when h % 2000 = 2 then ${idOf("'workflow'")} end,
       case when h % 2000 = 2 then ${idOf("'trigger'")} end,
       case when h % 20000 = 3 then 'tchat' when h % 3 = 0 then 'api' else 'web_chat' end,
       case when h % 50 = 7 then 'failed' when h % 1000 = 9 then 'cancelled' else 'completed' end,
       case when h % 30000 = 5 then 'a-rare-model' else 'model-' || h % 4 end,
       case when h % 50 = 7 then 'No model could answer' end,
       10 + h % 20000, 1 + h % 500, (h % 20000) / 100000.0, '[]',
       case when h % 3000 = 4 then jsonb_build_object('CRM', 'HubSpot') end, at,
       case when h % 50 <> 7 and h % 1000 <> 9 then at + (h % 70000) * interval '1 ms' end,
       case when h % 50 = 7 then at + interval '2 s' end, case when h % 1000 = 9 and h % 50 <> 7 then at + interval '1 s' end
     from made, teammates`,
    [of, from, to, user_id],
  )
for (let from = 1; from <= RUNS; from += 100_000) await fill(from, Math.min(RUNS, from + 99_999))
await client.query(
  `insert into run_steps (run_id, organization_id, seq, step_id, type, name, status, started_at)
   select id, organization_id, 1, 'answer', 'agent', 'Ada', 'completed', created_at from runs
   where organization_id = $1 order by created_at desc limit 20000`,
  [of],
)
const { rows: made } = await client.query(
  `with contact as (insert into contacts (id, organization_id, first_name) values (gen_random_uuid(), $1, 'Vera') returning id),
     channel as (
       insert into contact_channels (id, organization_id, contact_id, channel, external_id, auto_name)
       select gen_random_uuid(), $1, id, 'web_chat', 'vera', 'Vera' from contact returning id, contact_id),
     opened as (
       insert into conversations (id, organization_id, employee_id, contact_channel_id, channel)
       select ${idOf("'conversation ' || n")}, $1, (select id from ai_employees where organization_id = $1 limit 1), channel.id, 'web_chat'
       from channel, generate_series(1000, 1100) n)
   select contact_id from channel`,
  [of],
)
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

const { rows: one } = await client.query(
  `select id, employee_id, conversation_id from runs where organization_id = $1 order by created_at limit 1 offset 500`,
  [of],
)
const { rows: rare } = await client.query(
  `select ${idOf("'workflow'")} as workflow_id, ${idOf("'trigger'")} as trigger_id`,
)
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const filters = [
  'page=200',
  `run_id=${one[0].id}`,
  `conversation_id=${one[0].conversation_id}`,
  `ai_employee_id=${one[0].employee_id}`,
  `contact_id=${made[0].contact_id}`,
  `initiator_user_id=${user_id}`,
  'status=failed',
  'status=completed',
  'status=running',
  'statuses=cancelled,failed',
  'channel=tchat',
  'channel=web_chat',
  'channel=api',
  'model=model-1',
  'model=a-rare-model',
  'model=nobody-has-this',
  `workflow_id=${rare[0].workflow_id}`,
  `trigger_id=${rare[0].trigger_id}`,
  'state[CRM]=HubSpot',
  'state[CRM]=Nobody',
  'state[currentStepId]=answer',
  'state[currentStepId]=nowhere',
  'state[error]=No+model+could+answer',
  'state[error]=Nothing',
  'state[runtimeContext.isAsync]=false',
  'state[runtimeContext.isAsync]=true',
  `started=${ago(1)}..`,
  `started=${ago(30)}..`,
  `started=${ago(60)}..${ago(59)}`,
  `ended=${ago(1)}..`,
  `ended=${ago(60)}..${ago(59)}`,
  `ended=${ago(30)}..`,
  'duration=..1000',
  'duration=1000..10000',
  'duration=10000..60000',
  'duration=60000..',
  'duration=9000000..',
  'tokens=..100',
  'tokens=100..1000',
  'tokens=1000..10000',
  'tokens=10000..',
  'tokens=900000..',
  'cost=..0.001',
  'cost=0.001..0.01',
  'cost=0.01..0.1',
  'cost=0.1..',
  `started=${ago(30)}..&status=failed&duration=1000..10000`,
  `started=${ago(30)}..&status=failed&ai_employee_id=${one[0].employee_id}&channel=web_chat&model=model-1&tokens=1000..10000`,
]
let worst = 0
for (const query of filters) {
  const { total, total_capped } = await read(query)
  const { p50, p99 } = await timesOf(() => read(query))
  worst = Math.max(worst, p50)
  const count = `${total_capped ? 'over ' : ''}${total.toLocaleString('en')}`
  console.log(`  ${decodeURIComponent(query).slice(0, 90).padEnd(92)} p50 ${ms(p50)}, p99 ${ms(p99)}, ${count} found`)
}
console.log(`\n  the worst filter ${ms(worst)}, goal 50 ms (ratio ${(worst / 50).toFixed(2)})`)
await client.end()
