import { randomBytes, randomUUID } from 'node:crypto'
import { format, rankTexts, supportedLocales, writeLocalized } from './formatters.ts'
import { countUpTo, flag, list, oneOf, optionalText, pairs, record, text, textOrTexts } from './guest-values.ts'

/** More is refused: the host works on it without the sandbox's limits of time and memory. */
const MAX_ASKED_LENGTH = 4_000_000
const MAX_RANDOM_BYTES = 65_536

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
const localeKeys = ['calendar', 'collation', 'currency', 'numberingSystem', 'timeZone', 'unit'] as const

const partsOf = (url: URL) => Object.fromEntries([...parts, 'origin' as const].map((part) => [part, url[part]]))

function changeAddress(address: unknown, part: unknown, value: unknown) {
  const url = new URL(text(address))
  url[oneOf(parts, part)] = text(value)
  return partsOf(url)
}

/** A text that goes to the sandbox or comes from it ends at its first NUL, so bytes are characters beyond the first 256. */
const shifted = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte + 256)).join('')
const unshifted = (value: unknown): Uint8Array => Uint8Array.from(text(value), (each) => each.charCodeAt(0) - 256)

function decode(label: unknown, options: unknown, bytes: unknown): string {
  const { fatal, ignoreBOM } = record(options)
  return new TextDecoder(text(label), { fatal: flag(fatal), ignoreBOM: flag(ignoreBOM) }).decode(unshifted(bytes))
}

/** What the sandbox may ask. The arguments come from its code, and each call checks its own. */
const calls = new Map<string, (...args: unknown[]) => unknown>(
  Object.entries({
    format,
    rankTexts,
    writeLocalized,
    supportedLocales,
    canonicalLocales: (locales) => Intl.getCanonicalLocales(textOrTexts(locales)),
    supportedValues: (key) => Intl.supportedValuesOf(oneOf(localeKeys, key)),
    readAddress: (address, from) => partsOf(new URL(text(address), optionalText(from))),
    isAddress: (address, from) => URL.canParse(text(address), optionalText(from)),
    changeAddress,
    readQuery: (query) => [...new URLSearchParams(text(query))],
    writeQuery: (given) => new URLSearchParams(pairs(given)).toString(),
    encode: (value) => shifted(new TextEncoder().encode(text(value))),
    encodingOf: (label) => new TextDecoder(text(label)).encoding,
    decode,
    atob: (value) => atob(text(value)),
    btoa: (value) => btoa(text(value)),
    randomUUID: () => randomUUID(),
    randomBytes: (count) => shifted(randomBytes(countUpTo(MAX_RANDOM_BYTES, count))),
  } satisfies Record<string, (...args: unknown[]) => unknown>),
)

/** Answers in JSON what the sandbox asks in JSON: `value`, or `error` with the kind and the message of what was thrown. */
export function answerHostCall(name: string, args: string): string {
  try {
    if (args.length > MAX_ASKED_LENGTH) throw new RangeError('The text is too long')
    return JSON.stringify({ value: calls.get(name)?.(...list(JSON.parse(args))) })
  } catch (error) {
    const { name: kind, message } = error instanceof Error ? error : new Error(String(error))
    return JSON.stringify({ error: kind, message })
  }
}
