type Texts = Record<string, string | undefined>

/** What is there but contradicts something else, and what it needs and is not there; asked of the texts, whether or not they parse. */
export function contradictionsIn(env: Texts): string[] {
  const problems: string[] = []
  if (env.TZ !== undefined && !isUtc(env.TZ)) problems.push(`TZ is ${env.TZ}: the server runs in UTC only`)
  if (env.NODE_ENV === 'production') {
    if (!env.ENCRYPTION_KEY) problems.push('ENCRYPTION_KEY is required in production (openssl rand -hex 32)')
    if (!env.SESSION_SECRET) problems.push('SESSION_SECRET is required in production (openssl rand -hex 32)')
    if (!env.BASE_URL) problems.push('BASE_URL is required in production: the address that people open')
  }
  if (env.S3_BUCKET && !(env.S3_ENDPOINT && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY)) {
    problems.push('S3_BUCKET needs S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  }
  if ((env.MAIL_API_TOKEN || env.SMTP_HOST) && !env.MAIL_FROM && !env.SMTP_FROM) {
    problems.push('MAIL_API_TOKEN and SMTP_HOST need MAIL_FROM or SMTP_FROM: who mail comes from')
  }
  for (const [name, needed] of [
    ['ALERTS_MSGR_TOKEN', 'ALERTS_MSGR_CHAT_ID'],
    ['ALERTS_WCHAT_TOKEN', 'ALERTS_WCHAT_CHANNEL'],
  ] as const) {
    if (env[name] && !env[needed]) problems.push(`${name} needs ${needed}: where alerts go`)
  }
  problems.push(...ofProviders(env))
  if (env.LDAP_URL) problems.push(...ofDirectory(env.LDAP_URL, env))
  return problems
}

/** UTC has several names, such as `Etc/UTC` and `GMT`; the runtime knows them all. */
function isUtc(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone === 'UTC'
  } catch {
    return false
  }
}

function ofProviders(env: Texts): string[] {
  const problems: string[] = []
  if (env.AUTH_SERVER_ISSUER && !env.AUTH_SERVER_CLIENT_ID)
    problems.push('AUTH_SERVER_ISSUER needs AUTH_SERVER_CLIENT_ID')
  const app = ['WCHAT_APP_ID', 'WCHAT_CLIENT_ID', 'WCHAT_CLIENT_SECRET'].filter((name) => !env[name])
  if (app.length > 0 && app.length < 3) problems.push(`The Slack app also needs ${app.join(' and ')}`)
  for (const name of ['IDPA', 'IDPB', 'MSGR_LOGIN']) {
    if (env[`${name}_CLIENT_ID`] && !env[`${name}_CLIENT_SECRET`])
      problems.push(`${name}_CLIENT_ID needs ${name}_CLIENT_SECRET`)
  }
  const mustBeEncrypted = env.NODE_ENV === 'production' && env.SIGN_IN_ALLOW_HTTP !== 'true'
  for (const name of [
    'AUTH_SERVER_ISSUER',
    'IDPA_URL',
    'IDPA_AUTH_URL',
    'IDPA_TOKEN_URL',
    'IDPA_REVOKE_URL',
    'IDPA_USERINFO_URL',
    'IDPB_AUTHORITY',
    'GMAIL_BASE_URL',
    'GCAL_BASE_URL',
    'GDRIVE_BASE_URL',
    'GDRIVE_UPLOAD_BASE_URL',
    'GRAPH_BASE_URL',
    'MSGR_LOGIN_URL',
    'VENDOR_6_AUTH_URL',
    'WCHAT_API_URL',
    'WCHAT_FILES_URL',
    'WCHAT_AUTHORIZE_URL',
    'MSGR_API_URL',
    'TCHAT_OPENID_METADATA_URL',
    'TCHAT_LOGIN_URL',
  ]) {
    if (mustBeEncrypted && env[name]?.startsWith('http:'))
      problems.push(`${name} must be https in production (or set SIGN_IN_ALLOW_HTTP=true)`)
  }
  return problems
}

function ofDirectory(url: string, env: Texts): string[] {
  const problems: string[] = []
  if (!env.LDAP_SEARCH_BASE) problems.push('LDAP_URL needs LDAP_SEARCH_BASE')
  if (env.LDAP_BIND_DN && !env.LDAP_BIND_PASSWORD) problems.push('LDAP_BIND_DN needs LDAP_BIND_PASSWORD')
  const isOpen = url.startsWith('ldap:') && env.LDAP_START_TLS !== 'true'
  if (env.NODE_ENV === 'production' && isOpen && !/^ldap:\/\/(localhost|127\.|\[::1\])/.test(url)) {
    problems.push('LDAP_URL would send passwords in the clear: use ldaps:// or LDAP_START_TLS=true')
  }
  return problems
}
