import { AppError } from '#platform/error.ts'
import type { ApiParameter, ApiRequest } from '../api-request.ts'

type Given = Readonly<Record<string, unknown>>
export type FilledRequest = { url: string; headers: Record<string, string>; body?: string }

/** The request that an input stands for, at an API that is reached at `base`; what is no parameter is left out. */
export function fillRequest({ path, parameters, body }: ApiRequest, given: Given, base: string): FilledRequest {
  const givenFor = (name: string) => (Object.hasOwn(given, name) ? given[name] : undefined)
  const missing = parameters.filter(({ property, is_required }) => is_required && !isGiven(givenFor(property)))
  const names = missing.map(({ property }) => property)
  if (body?.is_required && givenFor('body') === undefined) names.push('body')
  if (names.length > 0) throw new AppError('bad_request', `Missing in the input: ${names.join(', ')}`)

  const sent = parameters.filter(({ property }) => isGiven(givenFor(property)))
  const of = (place: ApiParameter['in']) => sent.filter((parameter) => parameter.in === place)
  const filled = of('path').reduce(
    (text, parameter) =>
      text.replaceAll(`{${parameter.name}}`, () => simple(parameter, givenFor(parameter.property), encodeURIComponent)),
    path,
  )
  refuseSteps(filled)
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/$/, '')}${filled}`
  const pairs = of('query').flatMap((parameter) => pairsOf(parameter, givenFor(parameter.property)))
  const query = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${value}`)
  url.search = [url.search.slice(1), ...query].filter(Boolean).join('&')

  const headers = Object.fromEntries(
    of('header').map((parameter) => [
      parameter.name,
      simple(parameter, givenFor(parameter.property), String).replaceAll(/[\0\r\n]+/g, ' '),
    ]),
  )
  const content = givenFor('body')
  if (!body || content === undefined) return { url: url.href, headers }
  return {
    url: url.href,
    headers: { ...headers, 'content-type': body.content_type },
    body: written(body.content_type, content),
  }
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

/** A value in a path may be any text, but no step to another operation. */
function refuseSteps(path: string): void {
  if (path.split('/').some((segment) => segment === '.' || segment === '..'))
    throw new AppError('bad_request', 'A value in the path must not be . or ..')
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

const entriesOf = (value: object) => Object.entries(value).filter(([, item]) => item !== undefined && item !== null)

/** In a path or a header, as the style `simple` has it. */
function simple({ style, explode }: ApiParameter, value: unknown, encode: (text: string) => string): string {
  if (style === 'json') return encode(JSON.stringify(value))
  if (Array.isArray(value)) return value.map((item) => encode(textOf(item))).join(',')
  if (typeof value !== 'object' || value === null) return encode(textOf(value))
  return entriesOf(value)
    .map(([name, item]) => `${encode(name)}${explode ? '=' : ','}${encode(textOf(item))}`)
    .join(',')
}

const SEPARATORS: Partial<Record<ApiParameter['style'], string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' }

/** In the query, as names and encoded values. */
function pairsOf({ name, style, explode }: ApiParameter, value: unknown): [string, string][] {
  const encode = (item: unknown) => encodeURIComponent(textOf(item))
  if (style === 'json') return [[name, encodeURIComponent(JSON.stringify(value))]]
  if (Array.isArray(value)) {
    if (explode) return value.map((item) => [name, encode(item)])
    return [[name, value.map(encode).join(SEPARATORS[style] ?? ',')]]
  }
  if (typeof value !== 'object' || value === null) return [[name, encode(value)]]
  const entries = entriesOf(value)
  if (style === 'deepObject') return entries.map(([key, item]) => [`${name}[${key}]`, encode(item)])
  if (explode) return entries.map(([key, item]) => [key, encode(item)])
  return [[name, entries.flatMap(([key, item]) => [encode(key), encode(item)]).join(SEPARATORS[style] ?? ',')]]
}

function written(content_type: string, content: unknown): string {
  if (content_type.startsWith('text/')) return textOf(content)
  if (!content_type.startsWith('application/x-www-form-urlencoded')) return JSON.stringify(content)
  if (typeof content !== 'object' || content === null) return textOf(content)
  const form = new URLSearchParams()
  for (const [name, value] of entriesOf(content))
    for (const item of Array.isArray(value) ? value : [value]) form.append(name, textOf(item))
  return form.toString()
}
