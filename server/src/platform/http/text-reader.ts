import { StringDecoder } from 'node:string_decoder'
import { beginningOf } from '../large-text.ts'
import { type BodyReader, joined } from './read-body.ts'

/** Reads a body of any type as text; of one that is larger than `maxTextBytes` only the beginning. */
export function textReader({ maxTextBytes = Number.POSITIVE_INFINITY }: { maxTextBytes?: number } = {}): BodyReader {
  const decoder = new StringDecoder('utf8')
  let text = ''
  let size = 0
  return {
    write(chunk) {
      const wasTooLarge = size > maxTextBytes
      size += chunk.length
      if (wasTooLarge) return
      text += decoder.write(chunk)
      if (size > maxTextBytes) text = beginningOf(text)
    },
    end: () => (size > maxTextBytes ? text : joined(text + decoder.end())),
  }
}
