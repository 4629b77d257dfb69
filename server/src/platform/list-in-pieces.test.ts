import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { countTurns } from '#testing/count-turns.ts'
import { listInPieces } from './list-in-pieces.ts'
import { Reply } from './route.ts'

async function* pagesOf<Row>(rows: Row[], length: number) {
  for (let at = 0; at < rows.length; at += length) yield rows.slice(at, at + length)
}

const numbers = (count: number) => Array.from({ length: count }, (_, nth) => nth)

const listOf = (count: number) =>
  listInPieces({ name: 'data', pages: pagesOf(numbers(count), 200), present: (n) => ({ n }), rest: { success: true } })

test('a list of any length has the same answer, a short one at once', async () => {
  const answerOf = (count: number) => ({ success: true, data: numbers(count).map((n) => ({ n })) })
  for (const count of [0, 1, 200, 1000]) expect(await listOf(count)).toEqual(answerOf(count))
  const long = await listOf(2500)
  const body = long instanceof Reply ? long.body : null
  const sent = body instanceof Readable ? await body.toArray() : []
  expect(sent.length).toBeGreaterThan(10)
  expect(JSON.parse(Buffer.concat(sent).toString())).toEqual(answerOf(2500))
})

test('a long list leaves turns to others while it is written', async () => {
  const turns = countTurns()
  /** As costly to write as very many. */
  const present = () => {
    const until = performance.now() + 0.1
    while (performance.now() < until);
    return {}
  }
  const answer = await listInPieces({ name: 'data', pages: pagesOf(numbers(2000), 100), present, rest: {} })
  const body = answer instanceof Reply ? answer.body : null
  const turnsAtPiece: number[] = []
  if (body instanceof Readable) for await (const _piece of body) turnsAtPiece.push(turns())
  expect(turnsAtPiece.length).toBeGreaterThanOrEqual(20)
  expect(new Set(turnsAtPiece).size).toBeGreaterThan(10)
})
