import { asc, sql } from 'drizzle-orm'
import { promptTexts, systemPrompt } from '../../runs/prompts/system-prompt.ts'
import { describeSkills } from '../../skills/describe-skills.ts'
import { activeVariables } from '../../variables/access.ts'
import { readPublicValues } from '../../variables/read-values.ts'
import { variables } from '../../variables/table.ts'
import type { HostedContext } from '../context.ts'

const MAX_VARIABLES = 200

/** What a client's model reads once: whose tools these are, in whose name they are called, and what may be named. */
export async function describeTeammate(ctx: HostedContext): Promise<string> {
  const { organization, teammate, user, ports } = ctx
  const skills = await describeSkills(ctx, teammate)
  const values = await readPublicValues(ctx, promptTexts(teammate))
  const names = await ctx.db
    .select({ placeholder: variables.placeholder, total: sql<number>`count(*) over ()`.mapWith(Number) })
    .from(variables)
    .where(activeVariables(ctx))
    .orderBy(asc(variables.placeholder))
    .limit(MAX_VARIABLES)
  const more = (names[0]?.total ?? 0) - names.length
  const owner = user.name ? `${user.name} (${user.email})` : user.email
  return [
    `These are the tools of ${teammate.name}, an AI teammate at ${organization.name}, served by ${ports.config.BRAND_NAME}.`,
    systemPrompt(organization, teammate, { now: ctx.now(), briefs: [skills], variables: values }),
    `# On whose behalf\nYou call these tools on behalf of ${owner} at ${organization.name}.`,
    names.length > 0 &&
      `# Variables\nThe organization has these variables: ${names.map(({ placeholder }) => placeholder).join(', ')}${more > 0 ? `, and ${more} more, which are not listed here` : ''}.`,
  ]
    .filter(Boolean)
    .join('\n\n')
}
