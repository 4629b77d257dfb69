import { expect, test } from 'vitest'
import { type Config, ConfigError, loadConfig } from './config.ts'

const key = 'ab'.repeat(32)
const production = {
  NODE_ENV: 'production',
  ENCRYPTION_KEY: key,
  SESSION_SECRET: Buffer.alloc(32, 7).toString('base64'),
  BASE_URL: 'https://alongside.example/',
}

function problemsOf(environment: Record<string, string>): string[] {
  try {
    loadConfig(environment)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message.split('\n').slice(1)
  }
}

test('every problem is named in one error, whether a value is malformed or missing', () => {
  const problems = problemsOf({
    NODE_ENV: 'production',
    TZ: 'Europe/Berlin',
    PORT: 'many',
    BASE_URL: 'ftp://x',
    COOKIE_TTL: 'soon',
    DATABASE_URL: 'mysql://x',
    REDIS_URL: 'x',
    ENCRYPTION_KEY: 'short',
    S3_BUCKET: 'files',
    AUTH_SERVER_ISSUER: 'https://id.example',
    AUTH_SERVER_PROVIDERS: '[',
    LOCAL_DEV_AUTH_ENABLED: 'yes',
  })
  const named = ['TZ', 'PORT', 'BASE_URL', 'COOKIE_TTL', 'DATABASE_URL', 'REDIS_URL', 'ENCRYPTION_KEY']
  const contradicting = ['SESSION_SECRET', 'S3_BUCKET', 'AUTH_SERVER_ISSUER']
  for (const name of [...named, 'AUTH_SERVER_PROVIDERS', 'LOCAL_DEV_AUTH_ENABLED', ...contradicting]) {
    expect(problems.filter((problem) => problem.startsWith(`  ${name} `))).toHaveLength(1)
  }
})

test('production is refused without its keys and its address, and development needs none of them', () => {
  expect(problemsOf(production)).toEqual([])
  for (const name of ['ENCRYPTION_KEY', 'SESSION_SECRET', 'BASE_URL']) {
    expect(problemsOf({ ...production, [name]: '' })).toEqual([expect.stringContaining(`${name} is required`)])
  }
  expect(problemsOf({})).toEqual([])
})

test('the address that people open is compared with what browsers send, so it is written as they write it', () => {
  const of = (BASE_URL: string) => loadConfig({ ...production, BASE_URL }).BASE_URL
  expect(['https://Alongside.Example/', 'https://alongside.example:443', 'https://alongside.example'].map(of)).toEqual(
    Array(3).fill('https://alongside.example'),
  )
  expect(of('https://рядом.example:8443/')).toBe('https://xn--d1aqfg9e.example:8443')
  for (const more of ['/app', '/?a=1', '/#a']) {
    expect(problemsOf({ ...production, BASE_URL: `https://alongside.example${more}` }), more).toEqual([
      '  BASE_URL must have no path: the server is reached at the root of its host',
    ])
  }
})

test('a time zone other than UTC is refused', () => {
  for (const TZ of ['UTC', 'Etc/UTC', 'GMT', 'Etc/GMT', 'Zulu']) expect(problemsOf({ TZ })).toEqual([])
  for (const TZ of ['Europe/Berlin', 'Europe/London', 'GMT+1', 'Etc/GMT+1', ':UTC '])
    expect(problemsOf({ TZ })).toHaveLength(1)
})

test('an unset or invalid chat limit is its default', () => {
  const limits = ({ CHAT_MAX_ATTACHMENTS, CHAT_MAX_ATTACHMENT_SIZE_MB, CHAT_MAX_TOTAL_ATTACHMENT_SIZE_MB }: Config) => [
    CHAT_MAX_ATTACHMENTS,
    CHAT_MAX_ATTACHMENT_SIZE_MB,
    CHAT_MAX_TOTAL_ATTACHMENT_SIZE_MB,
  ]
  expect(limits(loadConfig({}))).toEqual([10, 10, 30])
  for (const invalid of ['', 'x', '-1', '0', 'NaN', 'Infinity', '1e999', 'null', '[]']) {
    const all = {
      CHAT_MAX_ATTACHMENTS: invalid,
      CHAT_MAX_ATTACHMENT_SIZE_MB: invalid,
      CHAT_MAX_TOTAL_ATTACHMENT_SIZE_MB: invalid,
    }
    expect(limits(loadConfig(all)), invalid).toEqual([10, 10, 30])
  }
  expect(loadConfig({ CHAT_MAX_ATTACHMENTS: '3' }).CHAT_MAX_ATTACHMENTS).toBe(3)
  expect(loadConfig({ CHAT_MAX_ATTACHMENTS: '2.5' }).CHAT_MAX_ATTACHMENTS).toBe(10)
  expect(loadConfig({ CHAT_MAX_ATTACHMENT_SIZE_MB: '0.5' }).CHAT_MAX_ATTACHMENT_SIZE_MB).toBe(0.5)
})

test('a call to a model may take the 300 seconds of the contract, unless the operator says otherwise', () => {
  expect(loadConfig({}).MODEL_CALL_TIMEOUT).toBe(300)
  expect(loadConfig({ MODEL_CALL_TIMEOUT: '2m' }).MODEL_CALL_TIMEOUT).toBe(120)
})

test('accepted work has the 450 seconds of the contract to end, unless the operator says otherwise', () => {
  expect(loadConfig({}).SHUTDOWN_GRACE).toBe(450)
  expect(loadConfig({ SHUTDOWN_GRACE: '25s' }).SHUTDOWN_GRACE).toBe(25)
  // A timer that is set for longer than 24 days fires at once.
  expect(problemsOf({ SHUTDOWN_GRACE: '30d' })).toEqual([expect.stringContaining('SHUTDOWN_GRACE must be a day')])
})

test('a duration is seconds, or a number with a unit', () => {
  const seconds = (COOKIE_TTL: string) => loadConfig({ COOKIE_TTL }).COOKIE_TTL
  expect(['900', '900s', '15m', '24h', '7d', '0'].map(seconds)).toEqual([900, 900, 900, 86_400, 604_800, 0])
  expect(loadConfig({}).COOKIE_TTL).toBe(604_800)
  for (const text of ['15 m', '1.5h', '-1', 'm', '1w', '1h30m', '1e3']) {
    expect(problemsOf({ COOKIE_TTL: text }), text).toHaveLength(1)
  }
})

test('snippets of the widget start where the operator says, by an address or a name alone', () => {
  const of = (API_DOMAIN: string) => loadConfig({ API_DOMAIN }).API_DOMAIN
  expect(loadConfig({ BASE_URL: 'https://a.example/' }).API_DOMAIN).toBe('https://a.example')
  expect(['api.example', 'https://api.example/', 'http://localhost:3000'].map(of)).toEqual([
    'https://api.example',
    'https://api.example',
    'http://localhost:3000',
  ])
  expect(problemsOf({ API_PROXY_DOMAIN: 'not a name' })).toEqual([expect.stringContaining('API_PROXY_DOMAIN')])
})

test('a visitor’s token for the socket lives a day, or as long as cookies where that is set', () => {
  expect(loadConfig({}).visitor_socket_ttl).toBe(86_400)
  expect(loadConfig({ COOKIE_TTL: '2h' }).visitor_socket_ttl).toBe(7200)
})

test('a person who sends mail says who it comes from, in one line', () => {
  const ways: Record<string, string>[] = [{ MAIL_API_TOKEN: 'token' }, { SMTP_HOST: 'mail.example' }]
  for (const way of ways) {
    expect(problemsOf(way)).toEqual([expect.stringContaining('need MAIL_FROM or SMTP_FROM')])
    for (const name of ['MAIL_FROM', 'SMTP_FROM']) {
      for (const from of ['post@alongside.example', 'Alongside <post@alongside.example>', '<post@localhost>']) {
        expect(problemsOf({ ...way, [name]: from }), from).toEqual([])
      }
      for (const from of ['Alongside', 'post@', 'a@b.test\r\nBcc: c@d.test', 'A\n <a@b.test>', 'a@b.test, c@d.test']) {
        expect(problemsOf({ ...way, [name]: from }), from).toEqual([
          expect.stringContaining(`${name} must be an address`),
        ])
      }
    }
  }
})

test('a key is 32 bytes in hex or base64, and nothing else', () => {
  const base64 = Buffer.alloc(32, 7).toString('base64')
  expect(loadConfig({ ENCRYPTION_KEY: key }).ENCRYPTION_KEY).toEqual(Buffer.from(key, 'hex'))
  expect(loadConfig({ ENCRYPTION_KEY: base64 }).ENCRYPTION_KEY).toEqual(Buffer.alloc(32, 7))
  for (const text of [key.slice(2), `${key}00`, 'password', base64.slice(4), `${'x'.repeat(31)}\u00fc`]) {
    expect(problemsOf({ ENCRYPTION_KEY: text }), text).toHaveLength(1)
  }
})

test('a server listens to its own machine in development and to everyone in production', () => {
  expect(loadConfig({})).toMatchObject({ HOST: '127.0.0.1', PORT: 3000, BASE_URL: 'http://127.0.0.1:3000' })
  expect(loadConfig(production)).toMatchObject({ HOST: '0.0.0.0', BASE_URL: 'https://alongside.example' })
  expect(loadConfig({}).is_production).toBe(false)
})

test('a Slack app that is given in part is named with what it lacks', () => {
  const part = { WCHAT_APP_ID: 'A1', WCHAT_CLIENT_ID: '1.2' }
  expect(() => loadConfig(part)).toThrow('The Slack app also needs WCHAT_CLIENT_SECRET')
  expect(loadConfig({ ...part, WCHAT_CLIENT_SECRET: 's' }).WCHAT_API_URL).toBe('https://slack.com/api')
})

test('in production who signs people in is spoken to in secret, unless the operator says otherwise', () => {
  const production = {
    NODE_ENV: 'production',
    BASE_URL: 'https://x.example',
    ENCRYPTION_KEY: 'ab'.repeat(32),
    SESSION_SECRET: 'ab'.repeat(32),
    AUTH_SERVER_CLIENT_ID: 'x',
  }
  const plain = {
    AUTH_SERVER_ISSUER: 'http://id.example',
    IDPA_URL: 'http://id.example',
    IDPA_AUTH_URL: 'http://id.example',
    IDPA_TOKEN_URL: 'http://id.example',
    IDPA_REVOKE_URL: 'http://id.example',
    IDPA_USERINFO_URL: 'http://id.example',
    IDPB_AUTHORITY: 'http://id.example',
    GMAIL_BASE_URL: 'http://api.example',
    GCAL_BASE_URL: 'http://api.example',
    GDRIVE_BASE_URL: 'http://api.example',
    GDRIVE_UPLOAD_BASE_URL: 'http://api.example',
    GRAPH_BASE_URL: 'http://api.example',
    MSGR_LOGIN_URL: 'http://x.example',
    VENDOR_6_AUTH_URL: 'http://x.example',
    WCHAT_API_URL: 'http://x.example',
    WCHAT_FILES_URL: 'http://x.example',
    WCHAT_AUTHORIZE_URL: 'http://x.example',
    MSGR_API_URL: 'http://x.example',
  }
  for (const [name, value] of Object.entries(plain)) {
    expect(() => loadConfig({ ...production, [name]: value })).toThrow(`${name} must be https`)
    expect(() => loadConfig({ ...production, [name]: value, SIGN_IN_ALLOW_HTTP: 'true' })).not.toThrow()
    expect(() => loadConfig({ AUTH_SERVER_CLIENT_ID: 'x', [name]: value })).not.toThrow()
  }
  for (const name of ['IDPA', 'IDPB', 'MSGR_LOGIN']) {
    expect(() => loadConfig({ [`${name}_CLIENT_ID`]: 'x' })).toThrow(`${name}_CLIENT_ID needs ${name}_CLIENT_SECRET`)
  }
})
