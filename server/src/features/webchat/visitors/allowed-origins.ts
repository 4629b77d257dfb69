import type { Cors } from '#platform/route.ts'
import type { WebchatContext } from '../context.ts'

/** The widget's own frames, wherever this server is reached. */
function isOwnOrigin({ own_host, ports: { config } }: WebchatContext, origin: string): boolean {
  const own = [config.BASE_URL, config.API_DOMAIN, config.API_PROXY_DOMAIN]
  const host = URL.parse(origin)?.host
  return host === own_host || own.some((url) => url !== undefined && URL.parse(url)?.origin === origin)
}

/** Origins that may call: those that the organization allows, or all, and always the widget itself. */
export const pagesOfOrganization: Cors<WebchatContext> = {
  allows: (ctx, origin) => {
    const allowed = ctx.rules?.allowed_origins ?? []
    return allowed.length === 0 || allowed.includes(origin) || isOwnOrigin(ctx, origin)
  },
  headers: ['api-key', 'webchat-token'],
  exposedHeaders: ['retry-after'],
}
