import { z } from 'zod'
import { accounts } from './config/accounts.ts'
import { channels } from './config/channels.ts'
import { contradictionsIn } from './config/contradictions.ts'
import { data } from './config/data.ts'
import { limits } from './config/limits.ts'
import { mail } from './config/mail.ts'
import { models } from './config/models.ts'
import { server } from './config/server.ts'
import { signIn } from './config/sign-in.ts'

const DAY_SECONDS = 86_400

/** The sections of `docs/configuration.md`, in its order. A variable is described where it is declared. */
export const configSections = {
  Server: server,
  'Data and keys': data,
  'Sign-in': signIn,
  'Models and embeddings': models,
  'Google and Microsoft accounts': accounts,
  'Channels, webhooks and alerts': channels,
  Mail: mail,
  'Limits and workflows': limits,
}

const Environment = z.object({
  ...server,
  ...data,
  ...signIn,
  ...models,
  ...accounts,
  ...channels,
  ...mail,
  ...limits,
})

type Environment = z.infer<typeof Environment>
export type Config = Readonly<Environment> & {
  readonly HOST: string
  readonly BASE_URL: string
  readonly API_DOMAIN: string
  /** In seconds: how long a visitor's token for the socket is good. */
  readonly visitor_socket_ttl: number
  readonly is_production: boolean
}

export class ConfigError extends Error {}

/** The environment, read once; every problem is named in one sentence each. */
export function loadConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  const malformed = parsed.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? []
  const problems = [...malformed, ...contradictionsIn(given)]
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(['The configuration has problems:', ...problems.map((problem) => `  ${problem}`)].join('\n'))
  }

  const env = parsed.data
  const is_production = env.NODE_ENV === 'production'
  const host = env.HOST ?? (is_production ? '0.0.0.0' : '127.0.0.1')
  const baseUrl = env.BASE_URL ?? `http://${host === '0.0.0.0' ? 'localhost' : host}:${env.PORT}`
  return Object.freeze({
    ...env,
    HOST: host,
    BASE_URL: baseUrl,
    API_DOMAIN: env.API_DOMAIN ?? baseUrl,
    visitor_socket_ttl: given.COOKIE_TTL === undefined ? DAY_SECONDS : env.COOKIE_TTL,
    is_production,
  })
}
