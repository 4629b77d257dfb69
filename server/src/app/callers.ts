import type { FastifyRequest } from 'fastify'
import type { Role } from '#contracts/organizations.ts'
import { msgrPlatform, tchatPlatform, wchatApp, wchatPlatform } from '#features/channel-bots/recognize-platform.ts'
import { hostedToken } from '#features/mcp/recognize-token.ts'
import { findMember, findOrganizationByPrivateKey, isAdmin, requireActive } from '#features/organizations/access.ts'
import type { MemberContext, OrgContext } from '#features/organizations/context.ts'
import { onlyOnThisMachine } from '#features/sign-in/dev-sign-in.ts'
import { findEditableTeammate, findTeammate, noSuchTeammate } from '#features/teammates/access.ts'
import type { TeammateContext, TeammateKeyContext } from '#features/teammates/context.ts'
import { findTeammateByPrivateKey } from '#features/teammates/find-by-key.ts'
import { publicTrigger } from '#features/triggers/recognize-trigger.ts'
import type { UserContext } from '#features/users/context.ts'
import { findSession } from '#features/users/find-session.ts'
import { recognizeKnownVisitor, recognizeVisitor } from '#features/webchat/recognize-visitor.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import type { Callers } from '#platform/http/options.ts'
import { readSessionCookie } from '#platform/http/session-cookie.ts'
import { idOrNothing, isId } from '#platform/id.ts'
import type { Route } from '#platform/route.ts'

const notSignedIn = () => new AppError('unauthorized', 'Not signed in')
const noValidKey = () => new AppError('unauthorized', 'A valid API key is required')
const noSuchPlace = () => new AppError('not_found', 'Not found')
const notAllowed = () => new AppError('forbidden', 'You are not allowed to do this')

/**
 * Who is calling, by the closed list of callers. The gates come in one order, each before anything of the request's body
 * is read: session or key (401), organization and access (404), inactive organization (403), role (403).
 */
export const callers: Callers = {
  anyone(ctx, request, route) {
    if (!route.cors) refuseOtherSites(ctx, request)
    return ctx
  },
  local_developer(ctx, request) {
    onlyOnThisMachine(ctx.ports.config, request)
    return ctx
  },
  user: asUser,
  async developer(ctx, request) {
    const user = await asUser(ctx, request)
    if (!user.user.is_admin) throw notAllowed()
    return user
  },
  member: (ctx, request, route) => asMember(ctx, request, route, () => true),
  admin: (ctx, request, route) => asMember(ctx, request, route, isAdmin),
  owner: (ctx, request, route) => asMember(ctx, request, route, (role) => role === 'owner'),
  private_key: asPrivateKey,
  teammate_viewer: (ctx, request, route) => asTeammate(ctx, request, route, findTeammate),
  teammate_editor: (ctx, request, route) => asTeammate(ctx, request, route, findEditableTeammate),
  teammate_key: asTeammateKey,
  visitor: recognizeVisitor,
  known_visitor: recognizeKnownVisitor,
  public_trigger: publicTrigger,
  hosted_token: hostedToken,
  msgr_platform: msgrPlatform,
  wchat_platform: wchatPlatform,
  tchat_platform: tchatPlatform,
  wchat_app: wchatApp,
}

async function asUser(ctx: Context, request: FastifyRequest): Promise<UserContext> {
  const found = await findSession(ctx, cookieOf(ctx, request))
  if (!found) throw notSignedIn()
  return extendContext(ctx, found)
}

async function asMember(
  ctx: Context,
  request: FastifyRequest,
  route: Route,
  mayCall: (role: Role) => boolean,
): Promise<MemberContext> {
  const { organization_id = '' } = request.params as { organization_id?: string }
  const found = await findMember(ctx, cookieOf(ctx, request), idOrNothing(organization_id))
  if (!found) throw notSignedIn()
  const { session, user, organization, role } = found
  if (!organization || !role) throw noSuchPlace()
  if (route.automation) requireActive(organization)
  if (!mayCall(role)) throw notAllowed()
  return extendContext(ctx, { session, user, organization, role })
}

async function asTeammate(
  ctx: Context,
  request: FastifyRequest,
  route: Route,
  find: typeof findTeammate,
): Promise<TeammateContext> {
  const member = await asMember(ctx, request, { ...route, automation: false }, () => true)
  const teammate = await find(member, employeeIdOf(request))
  if (route.automation) requireActive(member.organization)
  return extendContext(member, { teammate })
}

async function asPrivateKey(ctx: Context, request: FastifyRequest, route: Route): Promise<OrgContext> {
  const organization = await findOrganizationByPrivateKey(ctx, keyOf(request))
  if (!organization) throw noValidKey()
  if (route.effect) requireActive(organization)
  return extendContext(ctx, { organization })
}

async function asTeammateKey(ctx: Context, request: FastifyRequest, route: Route): Promise<TeammateKeyContext> {
  const { employee_id = '' } = request.params as { employee_id?: string }
  const found = await findTeammateByPrivateKey(ctx, keyOf(request), idOrNothing(employee_id))
  if (!found) throw noValidKey()
  const { organization, teammate } = found
  if (!teammate) throw noSuchTeammate()
  if (route.effect) requireActive(organization)
  return extendContext(ctx, { organization, teammate })
}

function employeeIdOf(request: FastifyRequest): string {
  const { employee_id = '' } = request.params as { employee_id?: string }
  if (!isId(employee_id)) throw noSuchTeammate()
  return employee_id
}

/** `Authorization: Bearer <key>`, or the raw key in the header `api-key`. */
export function keyOf(request: FastifyRequest): string {
  const { authorization, 'api-key': raw } = request.headers
  const key = typeof raw === 'string' && raw !== '' ? raw : authorization?.match(/^Bearer\s+(\S+)$/i)?.[1]
  if (!key) throw noValidKey()
  return key
}

/** A page of another site must change nothing in a visitor's browser, nor sign it in. */
function refuseOtherSites(ctx: Context, { method, headers: { origin, host } }: FastifyRequest): void {
  const isOwn = origin === undefined || origin === ctx.ports.config.BASE_URL || URL.parse(origin)?.host === host
  if (method !== 'GET' && !isOwn) throw new AppError('forbidden', 'This request came from another site')
}

function cookieOf(ctx: Context, request: FastifyRequest): string {
  refuseOtherSites(ctx, request)
  const cookie = readSessionCookie(ctx.ports.config, request)
  if (!cookie) throw notSignedIn()
  return cookie
}
