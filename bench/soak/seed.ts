import { eq } from 'drizzle-orm'
import { compose } from '#app/compose.ts'
import { aiModels } from '#features/catalog/table.ts'
import { vendorCredentials } from '#features/models/table.ts'
import { createOrganization } from '#features/organizations/create-organization.ts'
import { organizations } from '#features/organizations/table.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { startSession } from '#features/users/start-session.ts'
import { users } from '#features/users/table.ts'
import { loadConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'

type Env = Record<string, string>

/** The database of the soak, looked into while no server runs. */
export async function openDatabase(env: Env) {
  const config = loadConfig({ NODE_ENV: 'test', TZ: 'UTC', HOST: '127.0.0.1', PORT: '0', ...env })
  const log = createLog({ level: 'error', pretty: false })
  const app = await compose({ config, log, parts: ['web'] })
  return { ctx: app.ctx, close: () => app.close() }
}

/** An organization with two teammates: one that calls tools freely, and one that asks before. */
export async function seed(env: Env, base_url: string) {
  const { ctx, close } = await openDatabase(env)
  const [user] = await ctx.db.insert(users).values({ name: 'Somebody', email: 'somebody@bench.test' }).returning()
  if (!user) throw new Error('The user was not written')
  const { id: organization_id } = await createOrganization(ctx, { name: 'Soak', owner_id: user.id })
  const [organization] = await ctx.db
    .update(organizations)
    .set({ use_lazy_tools: false })
    .where(eq(organizations.id, organization_id))
    .returning()
  if (!organization) throw new Error('The organization was not written')
  await ctx.db.insert(vendorCredentials).values({ organization_id, provider: 'custom', base_url })
  const [model] = await ctx.db.insert(aiModels).values({ provider: 'custom', model: 'soak', name: 'Soak' }).returning()
  if (!model) throw new Error('The model was not written')
  const own = { organization_id, model: model.id }
  const [free, asking] = await ctx.db
    .insert(aiEmployees)
    .values([
      { ...own, name: 'Free', tools: ['http_request'] },
      { ...own, name: 'Asking', tools: [{ name: 'http_request', ask: true }] },
    ])
    .returning()
  if (!free || !asking) throw new Error('The teammates were not written')
  const { cookie } = await startSession(ctx, user.id)
  const key = ctx.ports.cipher.decrypt(organization.private_api_key_sealed)
  await close()
  return {
    organization_id,
    public_key: organization.public_api_key,
    key,
    cookie: `sessionId=${cookie}`,
    model: String(model.id),
    free: free.id,
    asking: asking.id,
  }
}

export type Seeded = Awaited<ReturnType<typeof seed>>
