import { asc, eq, isNull } from 'drizzle-orm'
import { memberships, organizations } from '#features/organizations/table.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { users } from '#features/users/table.ts'
import type { Context } from '#platform/context.ts'

/** What a developer wants to know after the first start: where it is, who can sign in, and one line that proves it works. */
export async function welcome(ctx: Context): Promise<string> {
  const { BRAND_NAME, BASE_URL } = ctx.ports.config
  const people = await ctx.db
    .select({ name: users.name, email: users.email, role: memberships.role, organization: organizations.name })
    .from(users)
    .leftJoin(memberships, eq(memberships.user_id, users.id))
    .leftJoin(organizations, eq(organizations.id, memberships.organization_id))
    .orderBy(asc(users.created_at))
    .limit(5)
  const [example] = await ctx.db
    .select({ teammate: aiEmployees, organization: organizations })
    .from(aiEmployees)
    .innerJoin(organizations, eq(organizations.id, aiEmployees.organization_id))
    .where(isNull(aiEmployees.owned_by_user_id))
    .orderBy(asc(aiEmployees.created_at))
    .limit(1)

  const lines = [
    '',
    `  ${BRAND_NAME} is ready:  ${BASE_URL}`,
    `  The API for people:  ${BASE_URL}/docs`,
    '',
    '  Sign in there as',
    ...people.map(
      ({ name, email, role, organization }) =>
        `    ${name} <${email}>  ${role ?? 'nobody'} of ${organization ?? 'nothing'}`,
    ),
  ]
  if (example) {
    const key = ctx.ports.cipher.decrypt(example.organization.private_api_key_sealed)
    const body = JSON.stringify({ message: 'Hello, who are you?', channel: 'api' })
    lines.push(
      '',
      `  Or let ${example.teammate.name} answer over the private API:`,
      '',
      `curl -s ${BASE_URL}/api/private/employee/${example.teammate.id}/messages -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${body}'`,
    )
  }
  return `${lines.join('\n')}\n\n`
}
