import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { format, rankTexts, supportedLocales, writeLocalized } from './formatters.ts'

/** More is refused: the host works on it without the sandbox's limits of time and memory. */
const MAX_ASKED_LENGTH = 4_000_000
const MAX_RANDOM_BYTES = 65_536

const text = (value: unknown): string => z.string().parse(value)
/** What is not given comes as null, because it comes as JSON. */
const base = (value: unknown): string | undefined => z.string().nullish().parse(value) ?? undefined
const parts = [
  'href',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const
const Part = z.enum(parts)
const Pairs = z.array(z.tuple([z.string(), z.string()]))
const Decoding = z.object({ fatal: z.boolean(), ignoreBOM: z.boolean() })
const Keys = z.enum(['calendar', 'collation', 'currency', 'numberingSystem', 'timeZone', 'unit'])

const partsOf = (url: URL) => Object.fromEntries([...parts, 'origin' as const].map((part) => [part, url[part]]))

function changeAddress(address: unknown, part: unknown, value: unknown) {
  const url = new URL(text(address))
  url[Part.parse(part)] = text(value)
  return partsOf(url)
}

/** A text that goes to the sandbox or comes from it ends at its first NUL, so bytes are characters beyond the first 256. */
const shifted = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte + 256)).join('')
const unshifted = (value: unknown): Uint8Array => Uint8Array.from(text(value), (each) => each.charCodeAt(0) - 256)

/** What the sandbox may ask. The arguments come from its code, and each call checks its own. */
const calls = new Map<string, (...args: unknown[]) => unknown>(
  Object.entries({
    format,
    rankTexts,
    writeLocalized,
    supportedLocales,
    canonicalLocales: (locales) => Intl.getCanonicalLocales(z.union([z.string(), z.array(z.string())]).parse(locales)),
    supportedValues: (key) => Intl.supportedValuesOf(Keys.parse(key)),
    readAddress: (address, from) => partsOf(new URL(text(address), base(from))),
    isAddress: (address, from) => URL.canParse(text(address), base(from)),
    changeAddress,
    readQuery: (query) => [...new URLSearchParams(text(query))],
    writeQuery: (pairs) => new URLSearchParams(Pairs.parse(pairs)).toString(),
    encode: (value) => shifted(new TextEncoder().encode(text(value))),
    encodingOf: (label) => new TextDecoder(text(label)).encoding,
    decode: (label, options, bytes) => new TextDecoder(text(label), Decoding.parse(options)).decode(unshifted(bytes)),
    atob: (value) => atob(text(value)),
    btoa: (value) => btoa(text(value)),
    randomUUID: () => randomUUID(),
    randomBytes: (count) => shifted(randomBytes(z.number().int().min(0).max(MAX_RANDOM_BYTES).parse(count))),
  } satisfies Record<string, (...args: unknown[]) => unknown>),
)

/** Answers in JSON what the sandbox asks in JSON: `value`, or `error` with the kind and the message of what was thrown. */
export function answerHostCall(name: string, args: string): string {
  try {
    if (args.length > MAX_ASKED_LENGTH) throw new RangeError('The text is too long')
    return JSON.stringify({ value: calls.get(name)?.(...z.array(z.unknown()).parse(JSON.parse(args))) })
  } catch (error) {
    if (!(error instanceof Error) || error instanceof z.ZodError)
      return JSON.stringify({ error: 'TypeError', message: 'A value of another kind was expected' })
    return JSON.stringify({ error: error.name, message: error.message })
  }
}
