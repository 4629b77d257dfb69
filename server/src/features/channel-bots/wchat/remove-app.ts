import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { backoffSeconds } from '#platform/backoff.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { organizations } from '../../organizations/table.ts'
import { removeWchatApp } from '../jobs.ts'
import { organizationChannelConnections } from '../table.ts'
import { withTeamLocked } from './lock-team.ts'
import { isDeadToken, revokeToken } from './slack-api.ts'
import type { SlackAnswer } from './slack-call.ts'

/** Attempts are an hour apart at most, so this is a day. */
const MAX_ATTEMPTS = 35

type Removed = Omit<z.infer<typeof removeWchatApp.schema>, 'organization_id'>

/** Revokes the token of a former connection, which removes the app from the workspace; again later where Slack cannot be reached. */
export async function removeApp(ctx: OrgContext, { attempt, ...app }: Removed): Promise<void> {
  const { cipher, config } = ctx.ports
  const { team_id, bot_token_sealed } = app
  // When a workspace is connected again, the app has the same token there.
  const answer = await withTeamLocked(ctx, team_id, async () =>
    (await isConnected(ctx, team_id)) ? null : revokeToken(config, cipher.decrypt(bot_token_sealed)),
  ).catch(whileLocked)
  if (!answer || answer.outcome === 'granted' || isDeadToken(answer)) return
  if (answer.outcome === 'refused' || attempt >= MAX_ATTEMPTS) {
    ctx.log.warn({ answer, team_id }, 'the app could not be removed from a workspace of Slack')
    return
  }
  const next = { ...app, organization_id: ctx.organization.id, attempt: attempt + 1 }
  await ctx.enqueue(removeWchatApp, next, { start_after_seconds: backoffSeconds(attempt) })
}

/** The connection is gone already: what cannot be done now is tried later. */
function whileLocked(error: unknown): SlackAnswer<never> {
  if (error instanceof AppError && error.kind === 'unavailable')
    return { outcome: 'unsent', description: error.message }
  throw error
}

export async function removeAppAgain(
  ctx: Context,
  { organization_id, ...app }: z.infer<typeof removeWchatApp.schema>,
): Promise<void> {
  const [organization] = await ctx.db.select().from(organizations).where(eq(organizations.id, organization_id))
  if (organization) await removeApp(extendContext(ctx, { organization }), app)
}

async function isConnected(ctx: Context, team_id: string): Promise<boolean> {
  const { channel, team_id: connected, status } = organizationChannelConnections
  const ofTeam = and(eq(channel, 'wchat'), eq(connected, team_id), eq(status, 'active'))
  return (await ctx.db.$count(organizationChannelConnections, ofTeam)) > 0
}
