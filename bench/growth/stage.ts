import { eq } from 'drizzle-orm'
import pg from 'pg'
import { aiModels } from '#features/catalog/table.ts'
import { vendorCredentials } from '#features/models/table.ts'
import { createOrganization } from '#features/organizations/create-organization.ts'
import { memberships, organizations } from '#features/organizations/table.ts'
import { accessGroupEmployees, accessGroups, accessGroupUsers } from '#features/teammates/access-groups/table.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { users } from '#features/users/table.ts'
import { startChild } from '../lib/children.ts'
import { freshDatabase } from '../lib/database.ts'
import { openApp } from '../lib/open-app.ts'

const TEAMMATES = 20

export type Place = {
  organization_id: string
  /** Of the private API. */
  key: string
  /** Of the teammates, in the order of their names. */
  employee_ids: string[]
}
export type GrowthStage = Awaited<ReturnType<typeof openGrowthStage>>

/**
 * The server in this process on PostgreSQL. What a million rows take to be filled is spared where `GROWTH_DATABASE_URL` names
 * an empty database: it is filled at the first time and found filled at the next.
 */
export async function openGrowthStage() {
  const kept = process.env.GROWTH_DATABASE_URL
  const database = kept ? { url: kept, [Symbol.asyncDispose]: async () => {} } : await freshDatabase()
  const model = await startChild<string>('server/src/features/models/demo-model/main.ts', {}, ['--port', '0'])
  const app = await openApp({
    DATABASE_URL: database.url,
    // The keys of an organization are read again in the next run.
    ENCRYPTION_KEY: '0'.repeat(64),
    SESSION_SECRET: '0'.repeat(64),
    OUTBOUND_ALLOW: '127.0.0.1',
    TRUST_PROXY: '127.0.0.1',
    GENERATE_TITLES: 'false',
    WEBCHAT_ORGANIZATION_RATE: '100000000',
  })
  const { ctx, url } = app
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(ID_OF_TIME)
  const owner = await findOrAddUser('owner')
  const member = await findOrAddUser('member')
  const cookies = { owner: await app.cookieOf(owner.id), member: await app.cookieOf(member.id) }

  async function findOrAddUser(name: string) {
    const [user] = await ctx.db
      .select()
      .from(users)
      .where(eq(users.email, `${name}@bench.test`))
    return user ?? app.newUser(name)
  }

  /** An organization whose owner and whose member of one teammate, the last, are the same people everywhere. */
  async function add(name: string): Promise<Place> {
    const { id: organization_id } = await createOrganization(ctx, { name, owner_id: owner.id })
    const [model_row] = await ctx.db
      .insert(aiModels)
      .values({ provider: 'custom', model: 'demo', name: 'Demo' })
      .onConflictDoUpdate({ target: [aiModels.provider, aiModels.model], set: { name: 'Demo' } })
      .returning()
    const teammates = await ctx.db
      .insert(aiEmployees)
      .values(
        Array.from({ length: TEAMMATES }, (_, n) => ({
          organization_id,
          name: `Teammate ${String(n).padStart(2, '0')}`,
          model: model_row?.id ?? null,
        })),
      )
      .returning()
    await ctx.db.insert(memberships).values({ organization_id, user_id: member.id, role: 'member' })
    const [group] = await ctx.db.insert(accessGroups).values({ organization_id, name: 'Few' }).returning()
    const last = teammates.at(-1)
    if (!group || !last) throw new Error('The organization was not written')
    await ctx.db.insert(accessGroupUsers).values({ organization_id, access_group_id: group.id, user_id: member.id })
    await ctx.db
      .insert(accessGroupEmployees)
      .values({ organization_id, access_group_id: group.id, employee_id: last.id })
    return find(name)
  }

  async function find(name: string): Promise<Place> {
    const [organization] = await ctx.db.select().from(organizations).where(eq(organizations.name, name))
    if (!organization) throw new Error(`There is no ${name}`)
    const organization_id = organization.id
    // Where the model listens changes from run to run.
    await ctx.db
      .insert(vendorCredentials)
      .values({ organization_id, provider: 'custom', base_url: model.ready.trim() })
      .onConflictDoUpdate({
        target: [vendorCredentials.organization_id, vendorCredentials.provider],
        set: { base_url: model.ready.trim() },
      })
    const teammates = await ctx.db
      .select()
      .from(aiEmployees)
      .where(eq(aiEmployees.organization_id, organization_id))
      .orderBy(aiEmployees.name)
    return {
      organization_id,
      key: ctx.ports.cipher.decrypt(organization.private_api_key_sealed),
      employee_ids: teammates.filter((each) => each.name.startsWith('Teammate ')).map(({ id }) => id),
    }
  }

  return {
    ctx,
    url,
    client,
    owner,
    cookies,
    /** Finds an organization by its name; where there is none, it is made and filled. */
    async organization(name: string, fill: (place: Place) => Promise<void>): Promise<Place> {
      const [existing] = await ctx.db.select().from(organizations).where(eq(organizations.name, name))
      if (existing) return find(name)
      const begun = performance.now()
      const place = await add(name)
      await fill(place)
      console.log(`${name} filled in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
      return place
    },
    /** Fills tables without these indexes, which are built afterwards: one by one, their entries take several times as long. */
    async withoutIndexes(names: string[], work: () => Promise<unknown>): Promise<void> {
      const { rows } = await client.query<{ indexname: string; indexdef: string }>(
        'select indexname, indexdef from pg_indexes where indexname = any($1)',
        [names],
      )
      for (const { indexname } of rows) await client.query(`drop index ${indexname}`)
      await work()
      for (const { indexdef } of rows) await client.query(indexdef)
    },
    async read(path: string, { organization_id }: Place, who: keyof typeof cookies = 'owner'): Promise<unknown> {
      const response = await fetch(`${url}/api/organizations/${organization_id}/${path}`, {
        headers: { cookie: cookies[who] },
      })
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
      return response.json()
    },
    async whoami(): Promise<void> {
      const response = await fetch(`${url}/api/init/whoami`, { headers: { cookie: cookies.owner } })
      await response.arrayBuffer()
    },
    async [Symbol.asyncDispose]() {
      await client.end()
      await app.close()
      await model.stop()
      await database[Symbol.asyncDispose]()
    },
  }
}

/** Ids in the order of time, as the program makes them. */
const ID_OF_TIME = `
  create or replace function bench_id(at timestamptz) returns uuid language sql volatile as $$
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
      || '8' || substr(md5(random()::text), 1, 15))::uuid $$`
