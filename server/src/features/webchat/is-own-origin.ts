import type { Config } from '#platform/config.ts'

/** Whether an origin is this server, wherever it is reached. */
export function isOwnOrigin(config: Config, own_host: string, origin: string): boolean {
  const own = [config.BASE_URL, config.API_DOMAIN, config.API_PROXY_DOMAIN]
  return (
    URL.parse(origin)?.host === own_host || own.some((url) => url !== undefined && URL.parse(url)?.origin === origin)
  )
}
