import type { Cors } from '#platform/route.ts'
import type { WebchatContext } from '../context.ts'
import { isOwnOrigin } from '../is-own-origin.ts'

/** Origins that may call: those that the organization allows, or all, and always the widget itself. */
export const pagesOfOrganization: Cors<WebchatContext> = {
  allows: (ctx, origin) => {
    const allowed = ctx.rules?.allowed_origins ?? []
    return allowed.length === 0 || allowed.includes(origin) || isOwnOrigin(ctx.ports.config, ctx.own_host, origin)
  },
  headers: ['api-key', 'webchat-token'],
  exposedHeaders: ['retry-after'],
}
