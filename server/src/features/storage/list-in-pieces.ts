import { Readable } from 'node:stream'
import { Reply } from '#platform/route.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import { type Listed, presentEntry } from './present.ts'

/** A longer list is written piece by piece: a folder of 50,000 files, written at once, delays everyone by a quarter of a second. */
const MAX_SINGLE_PIECE = 1000
const PIECE_LENGTH = 100

/** An answer with a list of entries under `name`, and whatever else it has. */
export function listInPieces<Name extends string, Rest extends object>(name: Name, listed: Listed[], rest: Rest) {
  if (listed.length <= MAX_SINGLE_PIECE) return { ...rest, [name]: listed.map(presentEntry) } as Rest & List<Name>
  return new Reply(Readable.from(pieces(name, listed, rest), { objectMode: false }), {
    headers: { 'content-type': 'application/json; charset=utf-8' },
  })
}
type List<Name extends string> = Record<Name, ReturnType<typeof presentEntry>[]>

async function* pieces(name: string, listed: Listed[], rest: object): AsyncGenerator<string> {
  yield `${JSON.stringify({ ...rest, [name]: [] }).slice(0, -2)}`
  for (let at = 0; at < listed.length; at += PIECE_LENGTH) {
    await yieldToEventLoop()
    const entries = listed.slice(at, at + PIECE_LENGTH).map((entry) => JSON.stringify(presentEntry(entry)))
    yield `${at > 0 ? ',' : ''}${entries.join(',')}`
  }
  yield ']}'
}
