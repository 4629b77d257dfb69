import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider'

type Claims = Record<string, unknown>
type Mood = 'well' | 'failing' | 'garbage' | 'endless' | 'silent'
export type Forgery = { claims?: (claims: JWTPayload) => Claims; is_signed_by_another?: boolean }
type Asked = { method: string; path: string; query: URLSearchParams }

export type OpenIdOptions = {
  client_id?: string
  client_secret?: string
  /** The address of the application, to whose pages people are sent back. */
  app_url: string
  port?: number
  /** Parameters of its own that it takes, as the hints of a broker. */
  hints?: string[]
  /** Tells the profile at the userinfo endpoint alone, as the standard has it. */
  is_profile_apart?: boolean
  /** The client was registered to send its secret in the form, which some providers insist on, though they support more. */
  wants_secret_in_form?: boolean
  /** Compares the name and password of the header as they were sent, as some providers do (glewlwyd 2.7). */
  reads_credentials_as_sent?: boolean
}

const PAGES = ['/login/auth-server/callback', '/login/idpa', '/login/msgr']

/** A real OpenID Connect provider that insists on PKCE and can be made to fail in every way that one can. */
export async function startOpenIdProvider(options: OpenIdOptions) {
  const { client_id = 'alongside', client_secret = 'the secret of the client' } = options
  const accounts = new Map<string, Claims>()
  const asked: Asked[] = []
  let mood: Mood = 'well'
  let moodAt: string | null = null
  let forgery: Forgery | null = null
  let handledMs = 0
  let { app_url } = options
  let port = options.port ?? 0
  let server: Server = await open()
  const issuer = `http://127.0.0.1:${port}`
  let keys = await makeKey()
  let provider = build()

  async function open(): Promise<Server> {
    const opened = createServer((request, response) => void answer(request, response)).listen(port, '127.0.0.1')
    await once(opened, 'listening')
    port = (opened.address() as AddressInfo).port
    return opened
  }

  function build(): Provider {
    return silenced(() => {
      const made = new Provider(issuer, configuration(options))
      made.on('server_error', (_ctx, error) => console.error(error))
      return made
    })
  }

  function configuration({ hints = [], is_profile_apart = false }: OpenIdOptions): Configuration {
    return {
      clients: [
        {
          client_id,
          client_secret,
          redirect_uris: PAGES.map((page) => `${app_url}${page}`),
          post_logout_redirect_uris: [`${app_url}/login`],
        },
      ],
      jwks: { keys: [keys] },
      cookies: { keys: ['a key of the double'] },
      pkce: { required: () => true },
      conformIdTokenClaims: is_profile_apart,
      extraParams: hints,
      features: { rpInitiatedLogout: { enabled: true, logoutSource: askWhetherToSignOut } },
      claims: {
        openid: ['sub', 'id', 'identity_provider', 'identity_provider_identity'],
        email: ['email', 'email_verified'],
        profile: ['name', 'picture', 'preferred_username'],
      },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      findAccount: async (_ctx, sub) => {
        const claims = accounts.get(sub)
        return claims && { accountId: sub, claims: async () => ({ ...claims, sub }) }
      },
      async loadExistingGrant(ctx) {
        const { client, session, params } = ctx.oidc
        const former = client && session?.grantIdFor(client.clientId)
        const known = former && (await ctx.oidc.provider.Grant.find(former))
        if (known) return known
        const grant = new ctx.oidc.provider.Grant({
          ...(client && { clientId: client.clientId }),
          ...(session?.accountId && { accountId: session.accountId }),
        })
        grant.addOIDCScope(String(params?.scope ?? 'openid'))
        await grant.save()
        return grant
      },
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const begun = performance.now()
    response.once('close', () => {
      handledMs += performance.now() - begun
    })
    const url = new URL(request.url ?? '/', issuer)
    asked.push({ method: request.method ?? '', path: url.pathname, query: url.searchParams })
    const isMoody = moodAt === null || moodAt === url.pathname
    if (!isMoody) return respond(request, response, url)
    if (mood === 'silent') return
    if (mood === 'failing') return void response.writeHead(503).end('{}')
    if (mood === 'garbage') return void response.writeHead(200, { 'content-type': 'application/json' }).end('<html>')
    if (mood === 'endless') return pourOut(response)
    respond(request, response, url)
  }

  function respond(request: IncomingMessage, response: ServerResponse, { pathname }: URL): void {
    if (pathname === '/token' && forgery) replaceIdToken(response, forgery)
    if (options.reads_credentials_as_sent) encodeCredentials(request)
    if (options.wants_secret_in_form && request.headers.authorization?.startsWith('Basic '))
      return void response.writeHead(401, { 'www-authenticate': 'Basic' }).end('{"error":"invalid_client"}')
    // Its only way to choose an account is its form.
    request.url = request.url?.replace('prompt=select_account', 'prompt=login')
    provider.callback()(request, response)
  }

  /** The provider below decodes them, so what was sent is encoded once more. */
  function encodeCredentials({ headers }: IncomingMessage): void {
    const [scheme, credentials = ''] = headers.authorization?.split(' ') ?? []
    if (scheme !== 'Basic') return
    const sent = Buffer.from(credentials, 'base64').toString().split(':')
    headers.authorization = `Basic ${Buffer.from(sent.map(encodeURIComponent).join(':')).toString('base64')}`
  }

  function replaceIdToken(response: ServerResponse, how: Forgery): void {
    const end = response.end.bind(response)
    response.end = (body?: unknown) => {
      forge(String(body), how).then((forged) => {
        response.setHeader('content-length', Buffer.byteLength(forged))
        end(forged)
      })
      return response
    }
  }

  async function forge(body: string, { claims = (same) => ({ ...same }), is_signed_by_another }: Forgery) {
    const tokens = JSON.parse(body)
    if (!tokens.id_token) return body
    const key = is_signed_by_another ? await makeKey() : keys
    const header = { ...decodeProtectedHeader(tokens.id_token), alg: 'RS256' }
    const id_token = await new SignJWT(claims(decodeJwt(tokens.id_token))).setProtectedHeader(header).sign(key)
    return JSON.stringify({ ...tokens, id_token })
  }

  async function close(): Promise<void> {
    server.closeAllConnections()
    server.close()
    if (server.listening) await once(server, 'close')
  }

  return {
    issuer,
    client_id,
    client_secret,
    /** Everything that was asked, in its order. */
    asked,
    askedOf: (path: string) => asked.filter((one) => one.path === path),
    /** Someone who can sign in here; answers with their subject. */
    account(claims: Claims, sub: string = randomUUID()): string {
      accounts.set(sub, claims)
      return sub
    },
    /** From now on, everywhere or at one address. */
    be(next: Mood, at: string | null = null) {
      mood = next
      moodAt = at
    },
    /** Alters what its ID tokens say or are signed by; null: as they are. */
    forge(how: Forgery | null) {
      forgery = how
    },
    /** The application lies elsewhere from now on. */
    serve(url: string) {
      app_url = url
      provider = build()
    },
    async rotateKeys() {
      keys = await makeKey()
      provider = build()
    },
    goAway: close,
    async comeBack() {
      server = await open()
    },
    /** How long it has worked on its answers, all together. */
    handledMs: () => handledMs,
    [Symbol.asyncDispose]: close,
  }
}

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>

async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' }
}

function pourOut(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const piece = Buffer.alloc(64 * 1024, ' ')
  const pour = () => {
    while (response.writable && response.write(piece));
    if (response.writable) response.once('drain', pour)
  }
  response.on('error', () => undefined)
  pour()
}

async function askWhetherToSignOut(ctx: KoaContextWithOIDC, form: string): Promise<void> {
  ctx.body = `<!doctype html><title>Sign out</title>${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`
}

/** It warns of everything that makes it unfit for production, which it need not be. */
function silenced<T>(work: () => T): T {
  const { info, warn } = console
  console.info = console.warn = () => undefined
  try {
    return work()
  } finally {
    Object.assign(console, { info, warn })
  }
}
