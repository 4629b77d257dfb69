import { beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#testing/app.ts'
import { pdf, workbook } from '#testing/files/office-files.ts'
import { searchAt as at, hasVectors, settled } from '#testing/storage/documents.ts'
import { givenStorage } from '#testing/storage/storage.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

async function givenFiles() {
  const given = await givenStorage(app)
  const { member } = given
  await member.folder('docs')
  await member.upload('returns.md', '# Returns\n\nOrders may be returned within 30 days.\nGift cards cannot.', 'docs')
  await member.upload('manual.pdf', pdf(['Cover of the manual', 'Press the RED button twice']), 'docs')
  await member.upload('prices.xlsx', await workbook({ A: [[1, ['x']]], Prices: [[12, ['Backpack', '59.00']]] }))
  await member.upload('code.ts', 'const a = 1\nconst percent = "100%_sure"\n')
  for (const path of ['docs/returns.md', 'docs/manual.pdf', 'prices.xlsx']) await settled(member, path)
  return given
}

test('exact search finds characters in documents and other text, says where, and takes signs literally', async () => {
  const { member } = await givenFiles()
  expect((await at(member, 'search', 'RETURNED within')).body).toMatchObject({
    matched_files: 1,
    truncated: false,
    resultsTruncated: false,
    results: [{ path: 'docs/returns.md', matches: 1 }],
  })
  const inPdf = (await at(member, 'search', 'red button')).body.results[0]
  expect(inPdf).toMatchObject({ path: 'docs/manual.pdf', lines: [{ page: 2, line: 1, is_match: true }] })
  const inSheet = (await at(member, 'search', 'backpack')).body.results[0]
  expect(inSheet.lines).toMatchObject([{ sheet: 2, sheet_name: 'Prices', line: 12 }])
  expect((await at(member, 'search', '100%_')).body.results).toMatchObject([{ path: 'code.ts' }])
  expect((await at(member, 'search', '1__%')).body.matched_files).toBe(0)
})

test('a search below a folder, in another organization or after deletion finds nothing of the rest', async () => {
  const { member } = await givenFiles()
  const outsider = (await givenStorage(app)).member
  expect((await at(member, 'search', 'backpack', 'docs')).body.matched_files).toBe(0)
  expect((await at(outsider, 'search', 'backpack')).body.matched_files).toBe(0)
  expect((await at(member, 'search', 'backpack', 'nowhere')).status).toBe(404)
  await member.remove('prices.xlsx')
  await member.remove('code.ts')
  expect((await at(member, 'search', 'backpack')).body.matched_files).toBe(0)
  expect((await at(member, 'search', 'percent')).body.matched_files).toBe(0)
})

test('what is nothing but signs that no text has is no question', async () => {
  const { member } = await givenFiles()
  for (const q of ['', '   ', '\0\0\0', ' \0 ']) {
    for (const how of ['search', 'semantic-search'] as const)
      expect((await at(member, how, q)).body.code).toBe('VALIDATION_FAILED')
  }
  expect((await at(member, 'search', '\0red button')).body.matched_files).toBe(1)
})

test('of many matching files fifty are listed and ten carry lines', async () => {
  const { member } = await givenStorage(app)
  for (let n = 0; n < 55; n++) await member.upload(`file${n}.log`, 'needle')
  const { body } = await at(member, 'search', 'needle')
  expect(body).toMatchObject({ matched_files: 55, truncated: false, resultsTruncated: true })
  expect(body.results).toHaveLength(50)
  expect(body.results.filter((one: object) => 'lines' in one)).toHaveLength(10)
})

test('semantic search finds the passage, or says why it cannot', async () => {
  const { member } = await givenFiles()
  const { status, body } = await at(member, 'semantic-search', 'how can I return my orders?')
  if (!(await hasVectors(app))) {
    expect(status).toBe(503)
    expect(body).toMatchObject({ code: 'SEMANTIC_SEARCH_UNAVAILABLE' })
    return
  }
  expect(body.embedding).toBe('local-hashed-words')
  expect(body.results[0]).toMatchObject({ path: 'docs/returns.md', first_line: 1, last_line: 4 })
  const inPdf = await at(member, 'semantic-search', 'pressing buttons')
  expect(inPdf.body.results[0]).toMatchObject({ path: 'docs/manual.pdf', page: 2 })
  const outsider = (await givenStorage(app)).member
  expect((await at(outsider, 'semantic-search', 'return orders')).body.results).toEqual([])
})

test('a word that ends on the next line is found whole', async () => {
  const { member } = await givenFiles()
  await member.upload(
    'terms.md',
    'Bitte senden Sie uns die Rech-\nnung zum Monatsende.\nDas Post\u2010\nfach ist immer offen.',
  )
  await settled(member, 'terms.md')
  if (!(await hasVectors(app))) return
  for (const q of ['Rechnung', 'Postfach'])
    expect((await at(member, 'semantic-search', q)).body.results, q).toMatchObject([{ path: 'terms.md' }])
})

test('what no document has to do with is not found by meaning, however it is asked', async () => {
  const { member } = await givenFiles()
  if (!(await hasVectors(app))) return
  for (const q of ['zzzqqq', 'what is the zzzqqq?', 'xkcdvw plmokn'])
    expect((await at(member, 'semantic-search', q)).body.results).toEqual([])
  for (const q of ['retruns', 'the buttons', 'Gift card?'])
    expect((await at(member, 'semantic-search', q)).body.results.length).toBeGreaterThan(0)
})
