import { openIdEndpoints } from '#contracts/openid.ts'
import { route } from '#platform/route.ts'
import { unlinkMsgrAccount } from '../../users/link-msgr-account.ts'
import { findIdpaProfile, presentSignedIn } from '../find-idpa-profile.ts'
import { signInLimit } from '../limit.ts'
import { finishByOpenId } from './finish-by-openid.ts'
import { finishMsgr, startMsgr } from './link-msgr.ts'
import { startAtAuthServer, startAtIdpa } from './start-sign-in.ts'

export const openIdRoutes = [
  route(openIdEndpoints.startAuthServer, {
    caller: 'anyone',
    limit: signInLimit,
    serve: (ctx, { params, query, http }) => startAtAuthServer(ctx, params.provider, query, http),
  }),
  route(openIdEndpoints.finishAuthServer, {
    caller: 'anyone',
    limit: signInLimit,
    serve: (ctx, { http }) => finishByOpenId(ctx, 'auth-server', http),
  }),
  route(openIdEndpoints.startIdpa, {
    caller: 'anyone',
    limit: signInLimit,
    serve: (ctx, { query, http }) => startAtIdpa(ctx, query, http),
  }),
  route(openIdEndpoints.finishIdpa, {
    caller: 'anyone',
    limit: signInLimit,
    serve: (ctx, { http }) => finishByOpenId(ctx, 'idpa', http),
  }),
  route(openIdEndpoints.showIdpaProfile, {
    caller: 'user',
    serve: (ctx) => findIdpaProfile(ctx),
  }),
  route(openIdEndpoints.showLinkable, {
    caller: 'user',
    serve: async ({ ports }) => ({ msgr: Boolean(ports.config.MSGR_LOGIN_CLIENT_ID) }),
  }),
  route(openIdEndpoints.startMsgr, {
    caller: 'user',
    limit: signInLimit,
    serve: (ctx, { http }) => startMsgr(ctx, http),
  }),
  route(openIdEndpoints.finishMsgr, {
    caller: 'user',
    limit: signInLimit,
    serve: (ctx, { http }) => finishMsgr(ctx, http),
  }),
  route(openIdEndpoints.unlinkMsgr, {
    caller: 'user',
    serve: async (ctx) => presentSignedIn(ctx, await unlinkMsgrAccount(ctx)),
  }),
]
