import { eq } from 'drizzle-orm'
import { memberships, organizations } from '#features/organizations/table.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { startSession } from '#features/users/start-session.ts'
import { users } from '#features/users/table.ts'
import { openDatabase, seed } from './seed.ts'

/** An organization whose teammate answers visitors of pages, and two people who may take over from it. */
export async function seedWebchat(env: Record<string, string>, vendor_url: string) {
  const seeded = await seed(env, vendor_url)
  const { ctx, close } = await openDatabase(env)
  await ctx.db.update(aiEmployees).set({ channel: 'Web Chat' }).where(eq(aiEmployees.id, seeded.free))
  const [organization] = await ctx.db.select().from(organizations).where(eq(organizations.id, seeded.organization_id))
  if (!organization) throw new Error('The organization was not written')
  const operators = []
  for (const name of ['One', 'Other']) {
    const [user] = await ctx.db
      .insert(users)
      .values({ name, email: `${name}@bench.test` })
      .returning()
    if (!user) throw new Error('The user was not written')
    await ctx.db.insert(memberships).values({ organization_id: organization.id, user_id: user.id, role: 'admin' })
    const { cookie, ws_token } = await startSession(ctx, user.id)
    operators.push({ cookie: `sessionId=${cookie}`, ws_token })
  }
  await close()
  return { organization, operators, employee_id: seeded.free, private_key: seeded.key }
}
