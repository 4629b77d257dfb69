import type { ApiParameter } from '../api/api-request.ts'

type Encode = (text: string) => string
type Written = Pick<ApiParameter, 'name' | 'style' | 'explode'>

export const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

export const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

export const entriesOf = (value: object) =>
  Object.entries(value).filter(([, item]) => item !== undefined && item !== null)

/** How long a value becomes with its name, which may be written with each of its items; before anything is encoded. */
export function writtenLength(name: string, value: unknown): number {
  const items = typeof value === 'object' && value !== null ? Object.keys(value).length : 1
  return JSON.stringify(value).length + items * name.length
}

/** A text without the halves of characters, which have no encoding. */
export const encoded: Encode = (text) => encodeURIComponent(text.toWellFormed())

/** In a path, as RFC 6570 writes the styles. */
export function inPath(parameter: Written, value: unknown): string {
  const { name, style, explode } = parameter
  if (style === 'label') return `.${separated(value, explode, explode ? '.' : ',')}`
  if (style !== 'matrix') return simple(parameter, value, encoded)
  if (!explode || typeof value !== 'object' || value === null)
    return `;${encoded(name)}=${separated(value, false, ',')}`
  const pairs = Array.isArray(value) ? value.map((item) => [name, item] as const) : entriesOf(value)
  return pairs.map(([key, item]) => `;${encoded(key)}=${encoded(textOf(item))}`).join('')
}

/** In a path or a header, as the style `simple` has it. */
export function simple({ style, explode }: Written, value: unknown, encode: Encode): string {
  return style === 'json' ? encode(JSON.stringify(value)) : separated(value, explode, ',', encode)
}

function separated(value: unknown, explode: boolean, separator: string, encode = encoded): string {
  if (Array.isArray(value)) return value.map((item) => encode(textOf(item))).join(separator)
  if (typeof value !== 'object' || value === null) return encode(textOf(value))
  return entriesOf(value)
    .map(([name, item]) => `${encode(name)}${explode ? '=' : ','}${encode(textOf(item))}`)
    .join(separator)
}

const SEPARATORS: Partial<Record<ApiParameter['style'], string>> = {
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
  tabDelimited: '%09',
}

/** In the query or a form, as names and encoded values. */
export function pairsOf({ name, style, explode }: Written, value: unknown): [string, string][] {
  const encode = (item: unknown) => encoded(textOf(item))
  if (style === 'json') return [[name, encoded(JSON.stringify(value))]]
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

/** As cookies; an object is one, because a value must not name another. */
export const cookiesOf = (parameter: Written, value: unknown): [string, string][] =>
  pairsOf(Array.isArray(value) ? parameter : { ...parameter, explode: false }, value)
