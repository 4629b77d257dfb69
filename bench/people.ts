// An organization of 10,000 people in 200 groups: `whoami`, a member's teammates, a page of people and the whole staff,
// against a bare Fastify route that does the same queries through `pg`. Goal: at most 1.5 times its time.
import pg from 'pg'
import { againstBareQueries } from './lib/bare-queries.ts'
import { openStage } from './lib/stage.ts'

const PEOPLE = 10_000
const GROUPS = 200
const seconds = Number(process.argv[2] ?? 4)
await using stage = await openStage({ people: 1 })
const { organization_id: of, people, cookie: admin } = stage.alongside.ready
const member = people[0]?.cookie ?? ''

const client = new pg.Client({ connectionString: stage.database_url })
await client.connect()
await client.query(`update memberships set role = 'member' where role = 'admin'`)
await client.query(
  `with made as (
     insert into users (id, name, email)
     select gen_random_uuid(), 'Colleague ' || md5(n::text), 'c' || n || '@bench.test' from generate_series(1, $2) n
     returning id)
   insert into memberships (organization_id, user_id, role) select $1, id, 'member' from made`,
  [of, PEOPLE],
)
await client.query(
  `insert into access_groups (id, organization_id, name)
   select gen_random_uuid(), $1, 'Group ' || n from generate_series(1, $2) n`,
  [of, GROUPS],
)
// Everyone is in four groups, the member in all; each group has three of the teammates.
await client.query(
  `insert into access_group_users (organization_id, access_group_id, user_id)
   select $1, g.id, m.user_id from access_groups g, memberships m join users u on u.id = m.user_id
   where m.organization_id = $1 and g.organization_id = $1
     and (u.name like 'Person %' or abs(hashtext(g.id::text || m.user_id::text)) % ${GROUPS / 4} = 0)`,
  [of],
)
await client.query(
  `insert into access_group_employees (organization_id, access_group_id, employee_id)
   select $1, g.id, e.id from access_groups g, ai_employees e
   where g.organization_id = $1 and e.organization_id = $1 and e.owned_by_user_id is null
     and abs(hashtext(g.id::text || e.id::text)) % 7 = 0`,
  [of],
)
await client.query('analyze')
await client.end()

const inside = (path: string) => `/api/organizations/${of}/${path}`
const reads = [
  { name: 'whoami of a member', path: '/api/init/whoami', cookie: member },
  { name: 'a member’s teammates', path: inside('employees?limit=20'), cookie: member },
  { name: 'a page of people, as a member', path: inside('users?limit=50'), cookie: member },
  { name: 'a page of people with their groups, as an owner', path: inside('users?limit=50'), cookie: admin },
  { name: 'the groups', path: inside('access-groups'), cookie: admin },
  { name: 'the whole staff, as an owner', path: inside('staff'), cookie: admin, clients: [1] },
]
for (const read of reads) await againstBareQueries(stage, { ...read, seconds })
