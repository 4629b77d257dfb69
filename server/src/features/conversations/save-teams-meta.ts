import { and, eq, sql } from 'drizzle-orm'
import type { TeamsMeta } from '#contracts/conversations.ts'
import type { OrgContext } from '../organizations/context.ts'
import { conversations } from './table.ts'

/** Stores how a chat on Microsoft Teams is written to unasked; nothing is written where that is known already. */
export async function saveTeamsMeta(ctx: OrgContext, conversation_id: string, meta: TeamsMeta): Promise<void> {
  await ctx.db
    .update(conversations)
    .set({ ms_teams_meta: meta })
    .where(
      and(
        eq(conversations.organization_id, ctx.organization.id),
        eq(conversations.id, conversation_id),
        sql`${conversations.ms_teams_meta} is distinct from ${JSON.stringify(meta)}::jsonb`,
      ),
    )
}
