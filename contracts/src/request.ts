import { type EndpointPath, type Method, splitPath } from './endpoint.ts'

export type HttpRequest = { method: Method; path: string; body?: unknown }

/** Whatever an endpoint takes; `RequestAt` says what a certain one does. */
export type Parts = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** The request that calls an endpoint: parameters filled in, the query written out, what is undefined left out. */
export function requestOf(at: EndpointPath, parts: Parts = {}): HttpRequest {
  const { params = {}, query = {}, body } = parts
  const [method, template] = splitPath(at)
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) words.set(`${name}[${key}]`, String(each))
    } else if (value !== undefined) words.set(name, String(value))
  }
  const search = words.size > 0 ? `?${words}` : ''
  // A POST always has a body, which may be empty; a DELETE has one where it is asked for.
  const sends = method === 'DELETE' ? body !== undefined : method !== 'GET'
  return { method, path: path + search, ...(sends && { body: body ?? {} }) }
}

/** An address of an endpoint, for links and downloads. */
export const addressOf = (at: EndpointPath, parts?: Parts): string => requestOf(at, parts).path
