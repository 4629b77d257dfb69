import { z } from 'zod'
import { alertTopics } from './alerts.ts'
import { contradictionsIn } from './config-contradictions.ts'
import { domain, duration, flag, issuer, json, key, lenientLimit, list, port, sender, url } from './config-values.ts'

const DAY_SECONDS = 86_400

/** What the auth server brokers, each with the hint parameters that select it there. */
const BrokeredProvider = z.object({
  id: z.string().regex(/^[a-z0-9-]+$/),
  /** `credentials` announces a form that signs nobody in yet (contract, "Sign-in methods", 3). */
  type: z.enum(['redirect', 'credentials']).default('redirect'),
  label: z.string(),
  icon_svg: z.string().optional(),
  params: z.record(z.string(), z.string()).default({}),
})

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  TZ: z.string().optional(),
  PORT: port.default(3000),
  HOST: z.string().optional(),
  TRUST_PROXY: list.default([]),
  BASE_URL: url.optional(),
  DATA_DIR: z.string().default('./data'),
  BRAND_NAME: z.string().min(1).default('Alongside'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),

  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must start with redis://')
    .optional(),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: url.optional(),
  S3_REGION: z.string().default('auto'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),

  ENCRYPTION_KEY: key.optional(),
  SESSION_SECRET: key.optional(),
  OBJECT_STORE_ENCRYPTION_KEY: key.optional(),

  SESSION_COOKIE_NAME: z
    .string()
    .regex(/^[\w-]+$/)
    .default('sessionId'),
  COOKIE_TTL: duration.default(7 * 86_400),
  COOKIE_DOMAIN: z.string().optional(),
  /** How long a visitor of a page stays the same one without coming back. */
  WEBCHAT_JWT_TTL: duration.refine((seconds) => seconds > 0, 'must be more than nothing').default(7 * 86_400),
  /** Where snippets of the widget start; without it `BASE_URL`. */
  API_DOMAIN: domain.optional(),
  /** The same for organizations whose widget comes through a proxy. */
  API_PROXY_DOMAIN: domain.optional(),
  LOCAL_DEV_AUTH_ENABLED: flag.optional(),
  /** How many wrong keys an address may send before it is told to wait; right ones are never refused. */
  KEY_GUESSES_PER_MINUTE: z.coerce.number().int().min(1).default(120),
  /** Requests a minute that one private key may make; without it there is no limit. */
  PRIVATE_API_RATE: z.coerce.number().int().min(1).optional(),
  /** Calls a minute of one public trigger, of all those of an organization, and of one address to one organization. */
  PUBLIC_TRIGGER_RATE: z.coerce.number().int().min(1).default(3000),
  PUBLIC_TRIGGER_ORGANIZATION_RATE: z.coerce.number().int().min(1).default(6000),
  PUBLIC_TRIGGER_ADDRESS_RATE: z.coerce.number().int().min(1).default(1500),
  /** Requests a minute of all visitors of an organization's website chats, and of one address. */
  WEBCHAT_ORGANIZATION_RATE: z.coerce.number().int().min(1).default(6000),
  WEBCHAT_ADDRESS_RATE: z.coerce.number().int().min(1).default(300),
  /** So long a call of a connector's tool is waited for. */
  CONNECTOR_TIMEOUT: duration.default(30),
  /** Calls a minute that one hosted token may make. */
  MCP_TOKEN_RATE: z.coerce.number().int().min(1).default(600),
  /** How long the poll of a gateway waits; less than what a proxy between them allows. */
  /** How long whoever starts a workflow waits for a gateway that it asks, or a time that it waits for, before being answered 202. */
  TRIGGER_WAIT: duration.default(60),
  STARGATE_WINDOW_SECONDS: z.coerce.number().int().min(0).max(60).default(60),
  ONE_ORGANIZATION_MODE: flag.default(false),
  ONLY_INVITED_USERS: flag.default(false),
  AUTH_SERVER_ISSUER: issuer.optional(),
  AUTH_SERVER_CLIENT_ID: z.string().optional(),
  AUTH_SERVER_CLIENT_SECRET: z.string().optional(),
  AUTH_SERVER_PROVIDERS: json.pipe(z.array(BrokeredProvider)).default([]),
  /** Treats every address that the auth server names as verified by it. */
  AUTH_SERVER_TRUST_EMAIL: flag.default(false),
  /** The claims by which the auth server says where it had somebody sign in, and as whom they are known there. */
  AUTH_SERVER_IDP_CLAIM: z.string().min(1).default('identity_provider'),
  AUTH_SERVER_IDP_SUBJECT_CLAIM: z.string().min(1).default('identity_provider_identity'),
  /** What the auth server calls the identity provider that `IDPA_CLIENT_ID` belongs to. */
  AUTH_SERVER_IDPA_ALIAS: z.string().min(1).default('google'),
  IDPA_URL: issuer.default('https://accounts.google.com'),
  IDPA_CLIENT_ID: z.string().optional(),
  IDPA_CLIENT_SECRET: z.string().optional(),
  /** Where somebody connects an account of theirs to a teammate, and where its tokens are renewed, revoked and tried. */
  IDPA_AUTH_URL: url.default('https://accounts.google.com/o/oauth2/v2/auth'),
  IDPA_TOKEN_URL: url.default('https://oauth2.googleapis.com/token'),
  IDPA_REVOKE_URL: url.default('https://oauth2.googleapis.com/revoke'),
  IDPA_USERINFO_URL: url.default('https://openidconnect.googleapis.com/v1/userinfo'),
  IDPB_AUTHORITY: url.default('https://login.microsoftonline.com/common'),
  IDPB_CLIENT_ID: z.string().optional(),
  IDPB_CLIENT_SECRET: z.string().optional(),
  GMAIL_BASE_URL: url.default('https://gmail.googleapis.com/gmail/v1'),
  GCAL_BASE_URL: url.default('https://www.googleapis.com/calendar/v3'),
  GDRIVE_BASE_URL: url.default('https://www.googleapis.com/drive/v3'),
  GDRIVE_UPLOAD_BASE_URL: url.default('https://www.googleapis.com/upload/drive/v3'),
  GRAPH_BASE_URL: url.default('https://graph.microsoft.com/v1.0'),
  /** A server of tools in place of a predefined toolset, reached with the account's token. */
  OAUTH_MCP_MAIL_A_URL: url.optional(),
  OAUTH_MCP_CALENDAR_A_URL: url.optional(),
  OAUTH_MCP_DRIVE_A_URL: url.optional(),
  OAUTH_MCP_MAIL_B_URL: url.optional(),
  OAUTH_MCP_CALENDAR_B_URL: url.optional(),
  OAUTH_MCP_DRIVE_B_URL: url.optional(),
  MSGR_LOGIN_URL: issuer.default('https://oauth.telegram.org'),
  MSGR_LOGIN_CLIENT_ID: z.string().optional(),
  MSGR_LOGIN_CLIENT_SECRET: z.string().optional(),
  /** How long a provider may take for what it is asked in one go. */
  SIGN_IN_TIMEOUT: duration.refine((seconds) => seconds > 0, 'must be more than nothing').default(10),
  /** Lets production speak plain http to who signs people in: for a provider in the same private network. */
  SIGN_IN_ALLOW_HTTP: flag.default(false),
  LDAP_URL: z
    .string()
    .regex(/^ldaps?:\/\//, 'must start with ldap:// or ldaps://')
    .optional(),
  LDAP_LABEL: z.string().default('Company account'),
  LDAP_START_TLS: flag.default(false),
  /** The certificates of who vouches for the directory's: PEM text, or the path of a file that holds it. */
  LDAP_CA: z.string().optional(),
  LDAP_BIND_DN: z.string().optional(),
  LDAP_BIND_PASSWORD: z.string().optional(),
  LDAP_SEARCH_BASE: z.string().optional(),
  LDAP_FILTER: z
    .string()
    .refine((filter) => filter.includes('{username}'), 'must contain {username}')
    .default('(|(uid={username})(mail={username})(sAMAccountName={username}))'),
  /** How long the whole sign-in with a directory may take (contract: 15 s). */
  LDAP_TIMEOUT: duration.refine((seconds) => seconds > 0, 'must be more than nothing').default(15),

  /** Memory that large request bodies of this process share; it takes one of 300 MB where it is 360 or more. */
  BODY_BUDGET_MB: z.coerce.number().min(6).default(384),
  /** How long a large body waits for its share before it is refused with 503. */
  BODY_WAIT: duration.default(30),

  CHAT_MAX_ATTACHMENTS: lenientLimit(10),
  CHAT_MAX_ATTACHMENT_SIZE_MB: lenientLimit(10),
  CHAT_MAX_TOTAL_ATTACHMENT_SIZE_MB: lenientLimit(30),

  VENDOR_1_API_KEY: z.string().optional(),
  VENDOR_2_API_KEY: z.string().optional(),
  VENDOR_3_API_KEY: z.string().optional(),
  VENDOR_4_API_KEY: z.string().optional(),
  VENDOR_5_API_KEY: z.string().optional(),
  CUSTOM_API_KEY: z.string().optional(),
  VENDOR_1_BASE_URL: url.optional(),
  VENDOR_2_BASE_URL: url.optional(),
  VENDOR_3_BASE_URL: url.optional(),
  VENDOR_4_BASE_URL: url.optional(),
  VENDOR_5_BASE_URL: url.optional(),
  CUSTOM_BASE_URL: url.optional(),
  VENDOR_6_BASE_URL: url.optional(),
  /** Where people sign in to a plan of `vendor_6`, and as which program. */
  VENDOR_6_AUTH_URL: url.default('https://auth.openai.com'),
  VENDOR_6_CLIENT_ID: z.string().min(1).default('app_EMoamEEZ73f0CkXaXp7hrann'),
  OUTBOUND_ALLOW: list.default([]),

  /** The app at the chat platform that organizations connect. */
  WCHAT_APP_ID: z.string().min(1).optional(),
  WCHAT_CLIENT_ID: z.string().min(1).optional(),
  WCHAT_CLIENT_SECRET: z.string().min(1).optional(),
  /** Of the same app: without it nothing that people write to it is read. */
  WCHAT_SIGNING_SECRET: z.string().min(1).optional(),
  WCHAT_API_URL: url.default('https://slack.com/api'),
  /** Where files of its chats are brought from and to, with a token of a bot. */
  WCHAT_FILES_URL: url.default('https://files.slack.com'),
  WCHAT_AUTHORIZE_URL: url.default('https://slack.com/oauth/v2/authorize'),
  /** Where the people who run the server are alerted; the contract has an unknown name mean the messenger. */
  ALERTS_TRANSPORT: z.string().default('msgr'),
  ALERTS_MSGR_TOKEN: z.string().min(1).optional(),
  ALERTS_MSGR_CHAT_ID: z.string().min(1).optional(),
  /** The thread of each kind of alert in that chat, by its name; without one it goes to the chat itself. */
  ALERTS_MSGR_THREADS: json.pipe(z.partialRecord(z.enum(alertTopics), z.int())).default({}),
  ALERTS_WCHAT_TOKEN: z.string().min(1).optional(),
  ALERTS_WCHAT_CHANNEL: z.string().min(1).optional(),
  /** A channel of its own for a kind of alert. */
  ALERTS_WCHAT_CHANNELS: json.pipe(z.partialRecord(z.enum(alertTopics), z.string().min(1))).default({}),
  /** Where the bots of teammates at the messenger are served: its own, or a Bot API server of the operator's. */
  MSGR_API_URL: url.default('https://api.telegram.org'),
  /** Where the keys are published by which Microsoft Teams proves itself, and who signs with them. */
  TCHAT_OPENID_METADATA_URL: url.default('https://login.botframework.com/v1/.well-known/openidconfiguration'),
  TCHAT_TOKEN_ISSUER: issuer.default('https://api.botframework.com'),
  /** Where the bots of teammates at Microsoft Teams sign in. */
  TCHAT_LOGIN_URL: url.default('https://login.microsoftonline.com'),
  /** Hosts that may be sent a bot's token, and hosts that files come from and go to; a dot in front stands for subdomains. */
  TCHAT_ALLOWED_SERVICE_HOSTS: list.default(['smba.trafficmanager.net', '.botframework.com', '.teams.microsoft.com']),
  TCHAT_ALLOWED_FILE_HOSTS: list.default(['.sharepoint.com', '.svc.ms']),

  EMBEDDING_BASE_URL: url.optional(),
  EMBEDDING_API_KEY: z.string().optional(),
  EMBEDDING_MODEL: z.string().min(1).default('text-embedding-3-small'),
  /** As many as a vector column takes. */
  EMBEDDING_DIMENSIONS: z.coerce.number().int().min(1).max(16_000).default(1536),
  /** The cosine below which a passage has nothing to do with a question; models differ, this suits the default one. */
  EMBEDDING_MIN_SIMILARITY: z.coerce.number().min(-1).max(1).default(0.2),

  /** The API wins where SMTP is set too; without either no mail is sent. */
  MAIL_API_TOKEN: z.string().optional(),
  MAIL_API_URL: url.default('https://api.resend.com'),
  MAIL_FROM: sender.optional(),
  SMTP_HOST: z.string().optional(),
  SMTP_PORT: port.optional(),
  SMTP_SECURE: flag.default(false),
  SMTP_USER: z.string().optional(),
  SMTP_PASS: z.string().optional(),
  SMTP_FROM: sender.optional(),
  /** How long one attempt may take, and how long the first of the retries waits; each next one four times as long. */
  MAIL_TIMEOUT: duration.default(30),
  MAIL_RETRY_DELAY: duration.default(15),

  /** As the contract gives it: how long accepted work may take to end once the process is asked to stop. */
  SHUTDOWN_GRACE: duration.refine((seconds) => seconds <= 86_400, 'must be a day at most').default(450),
  MODEL_CALL_TIMEOUT: duration.default(300),
  COMPACT_AT_TOKENS: z.coerce.number().int().min(1000).default(60_000),
  GENERATE_TITLES: flag.default(true),
  RUN_LEASE: duration.default(15),
  RUN_CONCURRENCY: z.coerce.number().int().min(1).default(256),
  /** Steps that one run may take, with those of its loops; a flow by itself takes 2,000 at most. */
  RUN_MAX_STEPS: z.coerce.number().int().min(1).default(500_000),
  /** A sandbox that runs the code of workflows in place of the one in this program, and which of its templates they may name. */
  RUN_CODE_URL: url.optional(),
  RUN_CODE_TEMPLATE_IDS: list.default([]),
  /** How long one attempt to take a message to the other side of its channel may take. */
  DELIVERY_TIMEOUT: duration.default(30),
  /** How long a receiver of webhooks may take to answer. */
  WEBHOOK_TIMEOUT: duration.default(15),
  AUDIT_RETENTION_DAYS: z.coerce.number().int().min(1).default(365),
  RUN_PAYLOAD_RETENTION_DAYS: z.coerce.number().int().min(1).default(90),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
})

export type Environment = z.infer<typeof Environment>
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
