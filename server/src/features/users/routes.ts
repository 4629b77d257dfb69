import { preferenceEndpoints } from '#contracts/preferences.ts'
import { route } from '#platform/route.ts'
import { changePreferences, showPreferences } from './change-preferences.ts'

export const routes = [
  route(preferenceEndpoints.showPreferences, { caller: 'user', serve: (ctx) => showPreferences(ctx) }),
  route(preferenceEndpoints.changePreferences, {
    caller: 'user',
    serve: (ctx, { body }) => changePreferences(ctx, body),
  }),
]
