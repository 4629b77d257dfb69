import { AppError } from '#platform/error.ts'
import type { ApiParameter, ApiRequest } from '../api/api-request.ts'
import { pathParts } from './path-parts.ts'
import { addressAmong } from './servers.ts'
import { cookiesOf, encoded, inPath, isGiven, pairsOf, simple, writtenLength } from './write-values.ts'

type Given = Readonly<Record<string, unknown>>
/** Of all parameters, before they are encoded: more than servers take. */
const MAX_CHARACTERS = 64 * 1024

type FilledRequest = { url: string; headers: Record<string, string>; cookies: [string, string][] }

/** Address, headers and cookies of the request for an input; fields that are not parameters are left out. */
export function fillRequest({ path, parameters, body, servers }: ApiRequest, given: Given, api: string): FilledRequest {
  const givenFor = (name: string) => (Object.hasOwn(given, name) ? given[name] : undefined)
  const missing = parameters.filter(({ property, is_required }) => is_required && !isGiven(givenFor(property)))
  const names = missing.map(({ property }) => property)
  if (body?.is_required && givenFor('body') === undefined) names.push('body')
  if (names.length > 0) throw new AppError('bad_request', `Missing in the input: ${names.join(', ')}`)

  const sent = parameters.filter(({ property }) => isGiven(givenFor(property)))
  refuseLong(sent.map((parameter) => lengthOf(parameter, givenFor(parameter.property), path)))
  const of = (place: ApiParameter['in']) => sent.filter((parameter) => parameter.in === place)
  const fill = (text: string) =>
    of('path').reduce(
      (filled, parameter) =>
        filled.replaceAll(`{${parameter.name}}`, () => inPath(parameter, givenFor(parameter.property))),
      text,
    )
  const { route, query } = pathParts(path)
  const filled = fill(route)
  refuseSteps(filled)
  const url = servers ? addressAmong(servers, api) : new URL(api)
  if (!url) throw new AppError('bad_request', 'The operation is reached at another address than its connector')
  url.pathname = `${url.pathname.replace(/\/$/, '')}${filled}`
  const pairs = of('query').flatMap((parameter) => pairsOf(parameter, givenFor(parameter.property)))
  const named = new Set(pairs.map(([name]) => name))
  // What the path says of a parameter that is given as one, or of one that was not given, is left out.
  const fixed = query.split('&').map(fill)
  const added = fixed.filter((pair) => !named.has(pair.replace(/=.*/s, '')) && !/\{[^{}]*\}/.test(pair))
  url.search = [url.search.slice(1), ...added, ...pairs.map(([name, value]) => `${encoded(name)}=${value}`)]
    .filter(Boolean)
    .join('&')
  return {
    url: url.href,
    headers: Object.fromEntries(
      of('header').map((parameter) => [
        parameter.name,
        headerText(simple(parameter, givenFor(parameter.property), String)),
      ]),
    ),
    cookies: of('cookie').flatMap((parameter) => cookiesOf(parameter, givenFor(parameter.property))),
  }
}

function refuseLong(lengths: readonly number[]): void {
  if (lengths.reduce((sum, length) => sum + length, 0) > MAX_CHARACTERS)
    throw new AppError('bad_request', `The parameters have more than ${MAX_CHARACTERS} characters together`)
}

/** A path may have a place for a parameter many times. */
function lengthOf({ name, in: place }: ApiParameter, value: unknown, path: string): number {
  const times = place === 'path' ? path.split(`{${name}}`).length - 1 : 1
  return writtenLength(name, value) * times
}

/** A value in a path may be any text, but no step to another operation; to many servers `..;a=b` is one. */
function refuseSteps(path: string): void {
  if (path.split(/[/\\]/).some((segment) => /^(\.|%2e){1,2}(;|$)/i.test(segment)))
    throw new AppError('bad_request', 'A value in the path must not be . or ..')
}

/** On one line and in UTF-8, of which a header takes the bytes. */
const headerText = (text: string): string =>
  Buffer.from(text.replaceAll(/\p{Cc}+/gu, ' ').trim(), 'utf8').toString('latin1')
