// biome-ignore lint/suspicious/noExplicitAny: a test reads an answer freely; its schema was checked by the server
export type Answer = { status: number; body: any; headers: Headers }

export type Client = {
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  patch(path: string, body?: unknown): Promise<Answer>
  delete(path: string, body?: unknown): Promise<Answer>
  /** Any request; the body goes out as it is. */
  send(path: string, init: RequestInit): Promise<Response>
}

export function createClient(base_url: string, defaults: Record<string, string>): Client {
  const send = (path: string, init: RequestInit) =>
    fetch(`${base_url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...defaults, ...(init.headers as Record<string, string>) },
    })

  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await send(path, {
      method,
      headers: { ...json, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: isJson && text ? JSON.parse(text) : text, headers: response.headers }
  }

  return {
    send,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body = {}, headers) => call('POST', path, body, headers),
    put: (path, body = {}) => call('PUT', path, body),
    patch: (path, body = {}) => call('PATCH', path, body),
    delete: (path, body) => call('DELETE', path, body),
  }
}
