import { z } from 'zod'

const MAX_REASON_LENGTH = 300
/** So few characters of a key are no secret: every key of a vendor begins alike. */
const REVEALING_CHARACTERS = 6

const Sentence = z.string().trim().min(1)
const Refusal = z.union([
  z.object({ error: z.object({ message: Sentence }) }).transform(({ error }) => error.message),
  z.object({ error: Sentence }).transform(({ error }) => error),
  z.object({ message: Sentence }).transform(({ message }) => message),
])

/** Why a vendor refused a key, in its own words; empty where it gives none. A word with a part of the key in it is left out. */
export function refusalReason(body: string, key: string): string {
  const sentence = Refusal.safeParse(parsed(body)).data ?? ''
  return sentence
    .split(/\s+/)
    .map((word) => (reveals(word, key) ? '…' : word))
    .join(' ')
    .slice(0, MAX_REASON_LENGTH)
}

/** Each vendor masks keys in its messages differently. */
function reveals(word: string, key: string): boolean {
  if (/\*{2,}|\.{3,}|…/.test(word)) return true
  for (let at = 0; at + REVEALING_CHARACTERS <= key.length; at++)
    if (word.includes(key.slice(at, at + REVEALING_CHARACTERS))) return true
  return key !== '' && word.includes(key)
}

/** Gemini sends its error as the only one of a list. */
function parsed(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body)
    return Array.isArray(value) ? value[0] : value
  } catch {
    return null
  }
}
