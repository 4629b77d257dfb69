import type pg from 'pg'

/** An id that every run of a bench makes alike. */
export const idOf = (name: string) => `overlay(overlay(md5(${name}) placing '4' from 13) placing '8' from 17)::uuid`

type Place = { organization_id: string; user_id: string; days: number }

/**
 * Runs number `from` to `to` of as many as `count`, the newest first, over so many days. Two in a hundred failed, one in a
 * thousand was cancelled; few are of a workflow, a person, a rare channel or model. Of the teammates called `Teammate …`.
 */
export async function fillRuns(
  client: pg.ClientBase,
  { organization_id, user_id, days }: Place,
  { from, to, count }: { from: number; to: number; count: number },
): Promise<void> {
  await client.query(
    `with teammates as (
       select array_agg(id) as ids from ai_employees where organization_id = $1 and name like 'Teammate %'
     ), made as (
       select n, now() - n * ($5::float8 / $6::float8) * interval '1 day' as at, abs(hashint4(n)) as h
       from generate_series($2::int, $3::int) n
     )
     insert into runs (id, organization_id, employee_id, conversation_id, user_id, workflow_id, trigger_id, channel, status,
       model, error, input_tokens, output_tokens, usd_cost, costs, state, created_at, completed_at, failed_at, cancelled_at)
     select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
         || '8' || substr(md5(random()::text), 1, 15))::uuid,
       $1, ids[1 + h % 20], ${idOf("'conversation ' || $1::text || n / 5")},
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
    [organization_id, from, to, user_id, days, count],
  )
}

/** A contact in whose conversations some of these runs were, and its id. */
export async function addContactOfRuns(client: pg.ClientBase, organization_id: string): Promise<string> {
  const { rows } = await client.query<{ contact_id: string }>(
    `with contact as (insert into contacts (id, organization_id, first_name) values (gen_random_uuid(), $1, 'Vera') returning id),
       channel as (
         insert into contact_channels (id, organization_id, contact_id, channel, external_id, auto_name)
         select gen_random_uuid(), $1, id, 'web_chat', 'vera', 'Vera' from contact returning id, contact_id),
       opened as (
         insert into conversations (id, organization_id, employee_id, contact_channel_id, channel)
         select ${idOf("'conversation ' || $1::text || n")}, $1,
           (select id from ai_employees where organization_id = $1 limit 1), channel.id, 'web_chat'
         from channel, generate_series(1000, 1100) n)
     select contact_id from channel`,
    [organization_id],
  )
  return rows[0]?.contact_id ?? ''
}

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

type Known = {
  run_id: string
  conversation_id: string
  employee_id: string
  contact_id: string
  user_id: string
  workflow_id: string
  trigger_id: string
}

/** Ids for which the organization has runs. */
export async function findKnown(
  client: pg.ClientBase,
  { organization_id, user_id, contact_id }: { organization_id: string; user_id: string; contact_id: string },
): Promise<Known> {
  const { rows } = await client.query<Omit<Known, 'contact_id' | 'user_id'>>(
    `select id as run_id, employee_id, conversation_id, ${idOf("'workflow'")} as workflow_id, ${idOf("'trigger'")} as trigger_id
     from runs where organization_id = $1 order by created_at limit 1 offset 500`,
    [organization_id],
  )
  const [row] = rows
  if (!row) throw new Error('The organization has too few runs')
  return { ...row, contact_id, user_id }
}

/** Every filter of the contract, and two with several. */
export const filtersOf = (known: Known): string[] => [
  `run_id=${known.run_id}`,
  `conversation_id=${known.conversation_id}`,
  `ai_employee_id=${known.employee_id}`,
  `contact_id=${known.contact_id}`,
  `initiator_user_id=${known.user_id}`,
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
  `workflow_id=${known.workflow_id}`,
  `trigger_id=${known.trigger_id}`,
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
  `started=${ago(30)}..&status=failed&ai_employee_id=${known.employee_id}&channel=web_chat&model=model-1&tokens=1000..10000`,
]

/** Two at a time: the second has none, few or most of what the first has. */
export const pairsOf = (known: Known): string[] => [
  `ai_employee_id=${known.employee_id}&status=failed`,
  `ai_employee_id=${known.employee_id}&status=cancelled`,
  `ai_employee_id=${known.employee_id}&channel=tchat`,
  `ai_employee_id=${known.employee_id}&model=a-rare-model`,
  `ai_employee_id=${known.employee_id}&channel=api`,
  'status=failed&channel=tchat',
  'status=failed&model=a-rare-model',
  'status=cancelled&duration=60000..',
  'status=cancelled&tokens=900000..',
  'status=completed&channel=tchat',
  'status=completed&model=nobody-has-this',
  'status=failed&cost=0.1..',
  'channel=api&model=a-rare-model',
  'channel=api&model=model-1',
  'channel=web_chat&duration=..1000',
  'model=model-1&tokens=..100',
  'model=model-1&state[CRM]=HubSpot',
  `workflow_id=${known.workflow_id}&status=failed`,
  `initiator_user_id=${known.user_id}&status=failed`,
  `contact_id=${known.contact_id}&status=failed`,
  `started=${ago(60)}..${ago(59)}&status=cancelled`,
  `started=${ago(30)}..&model=a-rare-model`,
  `started=${ago(80)}..&cost=..0.001`,
  `ended=${ago(60)}..${ago(59)}&status=failed`,
  `ended=${ago(30)}..&duration=60000..`,
  'duration=..1000&cost=0.1..',
  'tokens=..100&cost=0.1..',
  'duration=60000..&tokens=..100',
]
