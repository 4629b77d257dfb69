import { openIdEndpoints } from '#contracts/openid.ts'
import { route } from '#platform/route.ts'
import { unlinkMsgrAccount } from '../../users/link-msgr-account.ts'
import { findIdpaProfile, presentSignedIn } from '../find-idpa-profile.ts'
import { finishByOpenId } from './finish-by-openid.ts'
import { finishMsgr, startMsgr } from './link-msgr.ts'
import { startAtAuthServer, startAtIdpa } from './start-sign-in.ts'

const limit = { name: 'sign-in', per_minute: 30 }

export const openIdRoutes = [
  route(openIdEndpoints.startAuthServer, {
    caller: 'anyone',
    limit,
    serve: (ctx, { params, query, http }) => startAtAuthServer(ctx, params.provider, query, http),
  }),
  route(openIdEndpoints.finishAuthServer, {
    caller: 'anyone',
    limit,
    serve: (ctx, { http }) => finishByOpenId(ctx, 'auth-server', http),
  }),
  route(openIdEndpoints.startIdpa, {
    caller: 'anyone',
    limit,
    serve: (ctx, { query, http }) => startAtIdpa(ctx, query, http),
  }),
  route(openIdEndpoints.finishIdpa, {
    caller: 'anyone',
    limit,
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
    limit,
    serve: (ctx, { http }) => startMsgr(ctx, http),
  }),
  route(openIdEndpoints.finishMsgr, {
    caller: 'user',
    limit,
    serve: (ctx, { http }) => finishMsgr(ctx, http),
  }),
  route(openIdEndpoints.unlinkMsgr, {
    caller: 'user',
    serve: async (ctx) => presentSignedIn(ctx, await unlinkMsgrAccount(ctx)),
  }),
]
