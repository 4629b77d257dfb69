import { Readable } from 'node:stream'
import { Reply } from '#platform/route.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import { type Listed, presentEntry } from './present.ts'

/** So many entries are written between two turns of others: a folder of 50,000 files, written at once, delays everyone. */
const PIECE_LENGTH = 100

/** An answer with a list of entries under `name`, and whatever else it has. One of several pages is sent as they are read. */
export async function listInPieces<Name extends string, Rest extends object>(
  name: Name,
  pages: AsyncGenerator<Listed[]>,
  rest: Rest,
) {
  const first = await pages.next()
  const second = await pages.next()
  if (second.done) return { ...rest, [name]: (first.value ?? []).map(presentEntry) } as Rest & List<Name>
  const all = (async function* () {
    yield* [first.value ?? [], second.value]
    yield* pages
  })()
  return new Reply(Readable.from(pieces(name, all, rest), { objectMode: false }), {
    headers: { 'content-type': 'application/json; charset=utf-8' },
  })
}
type List<Name extends string> = Record<Name, ReturnType<typeof presentEntry>[]>

async function* pieces(name: string, pages: AsyncGenerator<Listed[]>, rest: object): AsyncGenerator<string> {
  yield `${JSON.stringify({ ...rest, [name]: [] }).slice(0, -2)}`
  let isFirst = true
  for await (const page of pages) {
    for (let at = 0; at < page.length; at += PIECE_LENGTH) {
      await yieldToEventLoop()
      const entries = page.slice(at, at + PIECE_LENGTH).map((entry) => JSON.stringify(presentEntry(entry)))
      yield `${isFirst ? '' : ','}${entries.join(',')}`
      isFirst = false
    }
  }
  yield ']}'
}
