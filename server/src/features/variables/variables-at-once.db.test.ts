import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenVariables } from '#testing/variables.ts'

const app = await testApp()
const given = () => givenVariables(app)

/** How often each status was answered. */
const tally = (answers: { status: number }[]) =>
  Object.fromEntries(
    [...new Set(answers.map(({ status }) => status))]
      .sort()
      .map((each) => [each, answers.filter(({ status }) => status === each).length]),
  )

test('of eight creations of one name at once exactly one wins', async () => {
  const { path, client, names, acts } = await given()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => client.post(path, { placeholder: 'ONE', value: `${at}`, is_secret: at > 3 })),
  )
  expect(tally(answers)).toEqual({ 200: 1, 409: 7 })
  expect(await names()).toEqual(['ONE'])
  expect(await acts()).toHaveLength(1)
})

test('of eight restorations of the same names at once exactly one wins, whichever name each had first', async () => {
  const { path, client, create, names } = await given()
  const pairs: number[][] = []
  for (let at = 0; at < 8; at++) {
    const ids: number[] = []
    for (const name of at % 2 ? ['ONE', 'TWO'] : ['TWO', 'ONE']) ids.push((await create(name)).id)
    await client.post(`${path}/bulk-delete`, { ids })
    pairs.push(ids)
  }
  const answers = await Promise.all(pairs.map((ids) => client.post(`${path}/bulk-restore`, { ids })))
  expect(tally(answers)).toEqual({ 200: 1, 409: 7 })
  expect((await names()).sort()).toEqual(['ONE', 'TWO'])
})

test('deletions and changes of the same variables at once end with all of them deleted', async () => {
  const { path, client, create, names, events } = await given()
  const ids: number[] = []
  for (const name of ['A', 'B', 'C']) ids.push((await create(name)).id)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      at % 2
        ? client.put(`${path}/${ids[0]}`, { value: `${at}` })
        : client.post(`${path}/bulk-delete`, { ids: at % 4 ? ids : ids.toReversed() }),
    ),
  )
  expect(answers.filter(({ body }) => body.ids)).toHaveLength(1)
  expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true)
  expect(await names()).toEqual([])
  expect(events().filter(({ name }) => name === 'variable.deleted')).toHaveLength(3)
})
