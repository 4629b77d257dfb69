import type { FinishOAuth } from '#contracts/channel-bots.ts'
import { chatPlatforms } from '#contracts/parties.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { violates } from '#platform/db/violates.ts'
import { AppError } from '#platform/error.ts'
import { isAdmin, isAdminOf, membershipsOf } from '../../organizations/access.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { UserContext } from '../../users/context.ts'
import { lockConnection } from '../access.ts'
import { channelConnected } from '../audit-actions.ts'
import { changeConnection } from '../change-connection.ts'
import type { ChannelConnectionRow } from '../table.ts'
import { withTeamLocked } from './lock-team.ts'
import { openState, redeemState } from './oauth-state.ts'
import { removeApp } from './remove-app.ts'
import { exchangeCode, type Installation, testToken } from './slack-api.ts'
import type { SlackAnswer } from './slack-call.ts'
import { registeredApp } from './start-oauth.ts'
import type { WchatApp } from './wchat-app.ts'

const { label } = chatPlatforms.wchat

/** Connects the workspace that the person chose, if they are who began it and may still decide for the organization. */
export async function finishOAuth(ctx: UserContext, input: FinishOAuth): Promise<ChannelConnectionRow> {
  const app = registeredApp(ctx.ports.config)
  const here = await admitState(ctx, input.state)
  if (input.error)
    throw new AppError('bad_request', `${label} was not connected: it was declined.`, { code: 'OAUTH_DENIED' })
  if (!input.code) throw stateInvalid()

  const installation = granted(here, await exchangeCode(here.ports.config, app, input.code))
  const { row, replaced } = await withTeamLocked(here, installation.team.id, async () => {
    await requireOurs(here, app, installation)
    return saveInstallation(here, installation)
  })
  if (replaced) await removeApp(here, { ...replaced, attempt: 1 })
  return row
}

/** The organization that the state names. Whatever is wrong with a state sounds the same. */
async function admitState(ctx: UserContext, text: string): Promise<UserContext & OrgContext> {
  const state = openState(ctx, text)
  if (state?.user_id !== ctx.user.id) throw stateInvalid()
  const found = (await membershipsOf(ctx, ctx.user.id)).find(
    ({ organization }) => organization.id === state.organization_id,
  )
  if (!found || !isAdmin(found.role)) throw notAllowed()
  if (!(await redeemState(ctx, state))) throw stateInvalid()
  return extendContext(ctx, { organization: found.organization })
}

/** Before the transaction, which must not wait for Slack. The app may have been removed since the code was exchanged. */
async function requireOurs(ctx: OrgContext, app: WchatApp, installation: Installation): Promise<void> {
  const identity = granted(ctx, await testToken(ctx.ports.config, installation.access_token))
  if (installation.app_id !== app.id || identity.team_id !== installation.team.id) throw refused()
}

function granted<T>(ctx: OrgContext, answer: SlackAnswer<T>): T {
  if (answer.outcome === 'granted') return answer.value
  ctx.log.warn({ answer }, 'the platform did not connect a workspace')
  // Nothing here is seen by others, so that a call whose outcome is not known may simply be made again.
  if (answer.outcome !== 'refused') throw new AppError('bad_gateway', `${label} could not be reached. Try again.`)
  throw refused()
}

async function saveInstallation(
  ctx: UserContext & OrgContext,
  { access_token, team, app_id, bot_user_id }: Installation,
) {
  const { cipher } = ctx.ports
  try {
    return await ctx.transaction(async (ctx) => {
      const before = await lockConnection(ctx)
      if (!(await isAdminOf(ctx, ctx.user.id))) throw notAllowed()
      const now = ctx.now()
      const row = await changeConnection(ctx, before, channelConnected, {
        status: 'active',
        team_id: team.id,
        team_name: team.name,
        app_id,
        bot_user_id,
        bot_token_sealed: cipher.encrypt(access_token),
        connected_at: now,
        checked_at: now,
      })
      // In one workspace the bot keeps its token, so that revoking the earlier one would revoke this one.
      const { team_id, bot_token_sealed } = before
      const isOther = team_id && team_id !== team.id && bot_token_sealed
      return { row, replaced: isOther ? { team_id, bot_token_sealed } : null }
    })
  } catch (error) {
    if (!violates(error, 'a_team_is_connected_to_one_organization')) throw error
    throw new AppError('conflict', `“${team.name}” is connected to another organization. Disconnect it there first.`, {
      code: 'TEAM_CONNECTED_ELSEWHERE',
    })
  }
}

const stateInvalid = () =>
  new AppError('bad_request', `Connecting ${label} took too long, or was begun elsewhere. Start again.`, {
    code: 'OAUTH_STATE_INVALID',
  })
const refused = () =>
  new AppError('bad_request', `${label} refused the connection. Start again.`, { code: 'OAUTH_REFUSED' })
const notAllowed = () => new AppError('forbidden', 'You are not allowed to do this')
