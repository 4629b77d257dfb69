import { Readable } from 'node:stream'
import { Reply } from './route.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

/** So many items are written between two turns of others: 50,000, written at once, delay everyone. */
const PIECE_LENGTH = 100
/** A list of up to so many is answered whole. */
const MAX_WHOLE = 1000

type Listing<Name extends string, Row, Item, Rest extends object> = {
  /** The field of the answer that has the list. */
  name: Name
  pages: AsyncGenerator<Row[]>
  present: (row: Row) => Item
  /** Whatever else the answer has. */
  rest: Rest
}

/** An answer with a list of any length. A long one is sent as its pages are read. */
export async function listInPieces<Name extends string, Row, Item, Rest extends object>({
  pages,
  ...listing
}: Listing<Name, Row, Item, Rest>) {
  const { name, present, rest } = listing
  const begun: Row[] = []
  while (begun.length <= MAX_WHOLE) {
    const next = await pages.next()
    if (next.done) return { ...rest, [name]: begun.map(present) } as Rest & Record<Name, Item[]>
    begun.push(...next.value)
  }
  const all = (async function* () {
    yield begun
    yield* pages
  })()
  return new Reply(Readable.from(pieces({ ...listing, pages: all }), { objectMode: false }), {
    headers: { 'content-type': 'application/json; charset=utf-8' },
  })
}

async function* pieces<Row>({
  name,
  pages,
  present,
  rest,
}: Listing<string, Row, unknown, object>): AsyncGenerator<string> {
  yield `${JSON.stringify({ ...rest, [name]: [] }).slice(0, -2)}`
  let isFirst = true
  for await (const page of pages) {
    for (let at = 0; at < page.length; at += PIECE_LENGTH) {
      await yieldToEventLoop()
      const items = page.slice(at, at + PIECE_LENGTH).map((row) => JSON.stringify(present(row)))
      yield `${isFirst ? '' : ','}${items.join(',')}`
      isFirst = false
    }
  }
  yield ']}'
}
