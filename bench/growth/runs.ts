import { dropPayloads } from '#features/runs/log/drop-payloads.ts'
import { addContactOfRuns, fillRuns, filtersOf, findKnown, pairsOf } from '../lib/logged-runs.ts'
import { type Case, measureGrowth } from './measure.ts'
import type { GrowthStage, Place } from './stage.ts'

const SIZES = [1_000, 100_000, 1_000_000]
const BATCH_SIZE = 100_000
/** A little more than payloads are retained, so that the cleanup finds as much as it finds each hour. */
const DAYS = 90.04
const GROUPS = ['teammate', 'model', 'channel', 'workflow', 'day']
const RUN_INDEXES = [
  'runs_of_a_teammate',
  'runs_of_a_conversation',
  'runs_by_status',
  'runs_by_channel',
  'runs_by_model',
  'runs_by_end',
  'runs_by_duration',
  'runs_by_tokens',
  'runs_by_cost',
  'steps_of_a_cursor',
]

/** An organization with as many runs of two steps each over 90 days. */
export async function growByRuns(stage: GrowthStage): Promise<void> {
  const { client, owner } = stage
  const places: Place[] = []
  for (const count of SIZES)
    places.push(await stage.organization(`Runs ${count}`, (place) => fill(stage, place, count)))
  await countUsage(stage)
  await client.query('vacuum analyze')

  const known: Awaited<ReturnType<typeof findKnown>>[] = []
  for (const { organization_id } of places) {
    const { rows } = await client.query<{ id: string }>(
      `select id from contacts where organization_id = $1 and first_name = 'Vera'`,
      [organization_id],
    )
    known.push(await findKnown(client, { organization_id, user_id: owner.id, contact_id: rows[0]?.id ?? '' }))
  }
  const reading = (path: (index: number) => string, who?: 'owner' | 'member'): Case['work'] =>
    places.map((place, index) => () => stage.read(path(index), place, who))
  const listing = (query: (index: number) => string, who?: 'owner' | 'member') =>
    reading((index) => `workflows/runs?exclude=flow,state&${query(index)}`, who)
  const filtered = (all: string[][]): Case[] =>
    (all[0] ?? []).map((shown, n) => ({
      name: `logs, ${decodeURIComponent(shown)
        .replaceAll(/[0-9a-f-]{36}/g, '…')
        .replaceAll(/T[\d:.]+Z/g, '')}`,
      work: listing((index) => all[index]?.[n] ?? ''),
    }))

  await measureGrowth('an organization of runs', SIZES, [
    {
      name: 'floor: a run by its id, the query alone',
      work: known.map(
        (each) => () => client.query({ name: 'run', text: 'select * from runs where id = $1', values: [each.run_id] }),
      ),
    },
    { name: 'floor: whoami', work: places.map(() => () => stage.whoami()) },
    { name: 'logs, first page', work: listing(() => '') },
    { name: 'logs, first page with flows and steps', work: reading(() => 'workflows/runs') },
    { name: 'logs, first page of a member of one teammate', work: listing(() => '', 'member') },
    { name: 'logs, page 40', work: listing(() => 'page=40') },
    { name: 'logs, last page', work: listing((index) => `page=${(SIZES[index] ?? 0) / 25}`), rounds: 5 },
    ...filtered(known.map(filtersOf)),
    ...filtered(known.map(pairsOf)),
    { name: 'a run', work: reading((index) => `workflows/runs/${known[index]?.run_id}`) },
    ...GROUPS.map((group) => ({ name: `usage by ${group}`, work: reading(() => `usage?group_by=${group}`) })),
    {
      name: 'usage of 90 days by model',
      work: reading(() => `usage?group_by=model&from=${daysAgo(89)}&to=${daysAgo(0)}`),
    },
    { name: 'usage by teammate, of a member', work: reading(() => 'usage', 'member') },
  ])
  await reportCleanup(stage)
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** What the hourly cleanup costs among all of these runs: first with what became due, then with nothing. */
async function reportCleanup({ ctx, client }: GrowthStage): Promise<void> {
  const count = async () => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int from run_payloads')
    return rows[0]?.count ?? 0
  }
  for (const what of ['what is due', 'nothing due']) {
    const before = await count()
    const begun = performance.now()
    await dropPayloads(ctx)
    const ms = performance.now() - begun
    console.log(
      `  the hourly cleanup, ${what}: ${ms.toFixed(1)} ms for ${before - (await count())} of ${before} payloads`,
    )
  }
}

async function fill(stage: GrowthStage, { organization_id }: Place, count: number): Promise<void> {
  const { client, owner } = stage
  await stage.withoutIndexes(RUN_INDEXES, async () => {
    for (let from = 1; from <= count; from += BATCH_SIZE)
      await fillRuns(
        client,
        { organization_id, user_id: owner.id, days: DAYS },
        { from, to: Math.min(count, from + BATCH_SIZE - 1), count },
      )
    await client.query(
      `insert into run_steps (run_id, organization_id, seq, step_id, type, name, status, started_at, finished_at, duration_ms, model)
       select id, organization_id, seq, step_id, type, step_id, case when seq = 2 and status = 'failed' then 'failed' else 'completed' end,
         created_at, coalesce(completed_at, failed_at, cancelled_at), 100, case when seq = 2 then model end
       from runs, (values (1, 'prepare', 'set_state'), (2, 'answer', 'agent')) as step(seq, step_id, type)
       where organization_id = $1`,
      [organization_id],
    )
    // Plain JSON, as short payloads are stored.
    await client.query(
      `insert into run_payloads (run_id, organization_id, seq, data)
       select id, organization_id, seq, '\\x00'::bytea || convert_to('{"input":"Where is my order?","output":"It is on its way."}', 'UTF8')
       from runs, generate_series(1, 2) as seq where organization_id = $1`,
      [organization_id],
    )
  })
  await addContactOfRuns(client, organization_id)
}

/** Has the server count what ended, which it does every 15 seconds. */
async function countUsage({ client }: GrowthStage): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ count: number }>('select count(*)::int from usage_pending')
    if (rows[0]?.count === 0) return
    await new Promise((done) => setTimeout(done, 1000))
  }
}
