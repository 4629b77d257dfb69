import { randomBytes } from 'node:crypto'
import { createClient } from '../../client.ts'

type Cookies = Map<string, string>

function keep(cookies: Cookies, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split(';')
    const at = pair.indexOf('=')
    const isGone = attributes.some((one) => /expires=Thu, 01 Jan 1970|max-age=0/i.test(one))
    if (isGone) cookies.delete(pair.slice(0, at))
    else cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

const headerOf = (cookies: Cookies) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** A browser as far as signing in needs one: it keeps the cookies of the application and of the provider apart. */
export function createBrowser(base_url: string) {
  // Signing in is limited by address, and each browser is someone else's.
  const address = {
    'x-forwarded-for': `2001:db8:${randomBytes(8)
      .toString('hex')
      .replace(/(....)(?=.)/g, '$1:')}::1`,
  }
  const own: Cookies = new Map()
  const theirs: Cookies = new Map()

  async function get(path: string, headers: Record<string, string> = {}) {
    const cookie = headerOf(own)
    const response = await createClient(base_url, { ...(cookie && { cookie }), ...address, ...headers }).send(path, {})
    keep(own, response)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }

  async function atProvider(url: URL, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie: headerOf(theirs) },
    })
    keep(theirs, response)
    return response
  }

  return {
    get,
    cookies: own,
    client: () => createClient(base_url, { cookie: headerOf(own), ...address }),
    /** Goes through the provider's pages as this account, or presses "Cancel"; answers with where it was sent back to. */
    async pass(auth_url: string, { as, cancels = false }: { as: string; cancels?: boolean }): Promise<URL> {
      const { origin } = new URL(auth_url)
      let at = new URL(auth_url)
      let response = await atProvider(at)
      for (let steps = 0; steps < 12; steps++) {
        const location = response.headers.get('location')
        if (location) {
          at = new URL(location, at)
          if (at.origin !== origin) return at
          response = await atProvider(at)
          continue
        }
        const page = await response.text()
        if (!page.includes('name="prompt"'))
          throw new Error(`The provider refuses: ${response.status} ${page.slice(0, 2000)}`)
        if (cancels) {
          response = await atProvider(new URL(`${at.href}/abort`))
          continue
        }
        const body = new URLSearchParams({ prompt: 'login', login: as, password: 'any' })
        response = await atProvider(at, { method: 'POST', body })
      }
      throw new Error('The provider leads nowhere')
    },
  }
}

export type TestBrowser = ReturnType<typeof createBrowser>
