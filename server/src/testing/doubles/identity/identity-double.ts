import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { IdentityProvider } from '#contracts/parties.ts'
import { listenOnLoopback } from '../../servers/listen-on-loopback.ts'
import { addressesOf, refusalOf, type Why } from './dialects.ts'
import { type Consent, createGrants, type Grant } from './grants.ts'

type Asked = { method: string; path: string; query: URLSearchParams; body: string; authorization: string | undefined }
type Trouble = { left: number; path: string | null; act: (response: ServerResponse) => void }

/**
 * An identity provider with its accounts, as strict as the real ones: it insists on its client, PKCE, the address of
 * return and codes that count once, and its tokens end, rotate and are taken back.
 */
export async function startIdentityDouble(service: IdentityProvider) {
  const asked: Asked[] = []
  const apis: { prefix: string; listener: RequestListener }[] = []
  const troubles: Trouble[] = []
  const grants = createGrants(service)
  let consent: Consent = {}
  let lost = 0

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const api = apis.find(({ prefix }) => url.pathname.startsWith(prefix))
    // A double of an API reads its body itself.
    const body = api ? '' : await text(request)
    asked.push({
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      body,
      authorization: request.headers.authorization,
    })
    const trouble = troubles.find(({ left, path }) => left > 0 && (path === null || url.pathname.startsWith(path)))
    if (trouble) {
      trouble.left--
      trouble.act(response)
    } else if (api) api.listener(request, response)
    else answer(request, response, { url, body })
  })
  const origin = await listenOnLoopback(server)
  const at = addressesOf(service, origin)

  function answer(request: IncomingMessage, response: ServerResponse, { url, body }: { url: URL; body: string }): void {
    const form = new URLSearchParams(body)
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
    const address = `${request.method} ${origin}${url.pathname}`
    if (address === `GET ${at.authorize}`) authorize(response, url.searchParams)
    else if (address === `POST ${at.token}` && isForm) exchange(response, form)
    else if (address === `POST ${at.revoke}` && isForm) send(response, ...grants.revoke(form.get('token') ?? ''))
    else if (address === `GET ${at.profile}`) {
      const grant = allow(request, response)
      if (grant) send(response, 200, grants.profileOf(grant))
    } else send(response, 404, { error: { code: 404, message: `Nothing at ${request.method} ${url.pathname}` } })
  }

  function exchange(response: ServerResponse, form: URLSearchParams): void {
    const answer = grants.exchange(form)
    if (lost > 0) lost--
    else send(response, ...answer)
  }

  function authorize(response: ServerResponse, query: URLSearchParams): void {
    const refused = grants.whyNotAsked(query)
    if (refused) {
      send(response, 400, { error: 'invalid_request', error_description: refused })
      return
    }
    const back = new URL(query.get('redirect_uri') ?? '')
    if (consent.denies) back.searchParams.set('error', 'access_denied')
    else back.searchParams.set('code', grants.codeFor(query, consent))
    back.searchParams.set('state', query.get('state') ?? '')
    response.writeHead(302, { location: back.href }).end()
  }

  /** The grant of the token that a request brings; null after a refusal in the provider's own words. */
  function allow(request: IncomingMessage, response: ServerResponse, scope?: string): Grant | null {
    const grant = grants.grantOf(request.headers.authorization)
    const why: Why | null = !grant ? 'token' : scope && !grants.has(grant, scope) ? 'scope' : null
    if (!why) return grant
    const { status, headers, body } = refusalOf(service, why)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    return null
  }

  const trouble = (left: number, path: string | null, act: Trouble['act']) => void troubles.push({ left, path, act })

  return {
    service,
    origin,
    /** The settings with which a server uses it. */
    env: at.env,
    /** Everything that was asked, in its order. */
    asked,
    askedOf: (path: string) => asked.filter((one) => one.path.startsWith(path)),
    paths: at.paths,
    grants,
    /** A double of one of its APIs below a path, such as `/gmail/v1`; it asks `allow` of each request. */
    api: (prefix: string, listener: RequestListener) => void apis.push({ prefix, listener }),
    allow,
    /** What is done with anyone who comes from now on. */
    consent: (next: Consent) => {
      consent = next
    },
    /** Goes through its pages like a browser; answers with where it was sent back to. */
    async pass(auth_url: string, as: Consent = {}): Promise<URL> {
      consent = as
      const response = await fetch(auth_url, { redirect: 'manual' })
      const location = response.headers.get('location')
      if (!location) throw new Error(`The provider refuses: ${response.status} ${await response.text()}`)
      return new URL(location)
    },
    /** Refuses so many requests for load. */
    throttle: (times: number, retry_after_seconds = 0, path: string | null = null) =>
      trouble(times, path, (response) =>
        response.writeHead(429, { 'retry-after': String(retry_after_seconds) }).end('{}'),
      ),
    fail: (times: number, path: string | null = null) =>
      trouble(times, path, (response) => response.writeHead(503).end('{}')),
    /** Grants tokens so many times without anybody hearing of it. */
    loseTokens: (times: number) => {
      lost = times
    },
    /** Hangs up on clients that wait, and causes no more trouble. */
    letGo() {
      troubles.length = 0
      server.closeAllConnections()
    },
    /** Answers with this instead; with nothing at all where `act` does nothing. */
    misbehave: (times: number, path: string | null, act: Trouble['act']) => trouble(times, path, act),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type IdentityDouble = Awaited<ReturnType<typeof startIdentityDouble>>

function send(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}
