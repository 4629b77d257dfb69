import { decodeText } from '../indexing/extract/read-text.ts'
import { Unreadable } from '../indexing/extract/unreadable.ts'
import { type Matches, matchText } from './match-text.ts'

/** Of a file that turns out to be no text, nothing matches. */
export function matchBytes(bytes: Uint8Array, wanted: string): Matches | null {
  try {
    return matchText(decodeText(bytes), wanted)
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}
