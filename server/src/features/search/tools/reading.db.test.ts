import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { pdf, presentation, wordDocument, workbook } from '#testing/files/office-files.ts'
import { documentOf, rowsXml, workbookOf } from '#testing/files/office-parts.ts'
import { settled } from '#testing/storage/documents.ts'
import { givenToolCallers } from '#testing/storage/storage-tools.ts'

const app = await testApp()

test('a teammate finds its folders from the top, whole paths before it, and what lies in them a page at a time', async () => {
  await using given = await givenToolCallers(app)
  const { storage, ada } = given
  for (const [name, path] of [
    ['a', ''],
    ['b', 'a'],
    ['secret', ''],
  ] as const)
    await storage.folder(name, path)
  for (const name of ['1.md', '2.md', '3.md']) await storage.upload(name, name, 'a/b')
  expect(await ada.json('list')).toEqual({ path: '/', total: 0, entries: [] })
  await ada.share('a/b', 'read')
  expect(await ada.json('list')).toMatchObject({ total: 1, entries: [{ path: 'a/b', type: 'folder' }] })
  expect(await ada.json('list', { path: '/a/' })).toMatchObject({ entries: [{ path: 'a/b' }] })
  expect(await ada.json('list', { path: 'a/b', limit: 2 })).toMatchObject({
    total: 3,
    entries: [{ path: 'a/b/1.md', type: 'file', size: 4 }, { path: 'a/b/2.md' }],
    more: '1 more follow; go on with offset 2.',
  })
  const rest = await ada.json('list', { path: 'a/b', offset: 2 })
  expect(rest.entries).toMatchObject([{ path: 'a/b/3.md' }])
  expect(rest).not.toHaveProperty('more')
  expect(await ada.text('list', { path: 'a/b/1.md' })).toMatch(/^Storage path not found/)

  const ally = await given.another({ is_system: true })
  await storage.remove('a/b/3.md')
  const { entries } = await ally.json('list')
  expect(entries.map(({ path }: { path: string }) => path)).toEqual(['a', 'secret'])
})

test('a text is read with the numbers of its lines, in pieces that say how to continue', async () => {
  await using given = await givenToolCallers(app)
  const { storage, ada } = given
  await storage.folder('docs')
  await ada.share('docs', 'read')
  const lines = Array.from({ length: 1000 }, (_, n) => `line ${n + 1}`)
  await storage.upload('long.txt', lines.join('\r\n'), 'docs')
  await storage.upload('wide.log', `${'x'.repeat(50_000)}\n${`${'y'.repeat(3000)}\n`.repeat(20)}`, 'docs')
  await storage.upload('empty.md', '', 'docs')
  await storage.upload('old.txt', Buffer.from('caf\xe9 cr\xe8me', 'latin1'), 'docs')

  const first = await ada.text('read_file', { path: 'docs/long.txt' })
  expect(first).toMatch(/^docs\/long\.txt, lines 1 to 400 of 1000\n1\tline 1\n2\tline 2\n/)
  expect(first).toMatch(/\n400\tline 400\n\[Lines 401 to 1000 are left out; go on with offset 401\.\]$/)
  const last = await ada.text('read_file', { path: '/docs/long.txt', offset: 999, limit: 9 })
  expect(last).toBe('docs/long.txt, lines 999 to 1000 of 1000\n999\tline 999\n1000\tline 1000')
  expect(await ada.text('read_file', { path: 'docs/long.txt', offset: 1001 })).toBe('The file has only 1000 lines')
  const wide = await ada.text('read_file', { path: 'docs/wide.log' })
  expect(wide.length).toBeLessThan(35_000)
  expect(wide).toContain('[46000 more characters of this line were left out]')
  expect(wide).toMatch(/go on with offset \d+\.\]$/)
  expect(await ada.text('read_file', { path: 'docs/empty.md' })).toBe('docs/empty.md is empty.')
  await storage.upload('program.txt', Buffer.from([0x7f, 0x45, 0, 0xff]), 'docs')
  expect(await ada.text('read_file', { path: 'docs/program.txt' })).toBe('docs/program.txt is not text')
  expect(await ada.text('read_file', { path: 'docs/old.txt' })).toContain('1\tcafé crème')
})

test('of a text of five million lines any piece is read, whatever ends its lines', async () => {
  await using given = await givenToolCallers(app)
  const { storage, ada } = given
  await storage.folder('docs')
  await ada.share('docs', 'read')
  await storage.upload('rows.sql', 'a\n'.repeat(5_000_000), 'docs')
  await storage.upload('mixed.txt', `\r\n\r\none\r\rtwo\n\r\n`, 'docs')
  await storage.upload('old.txt', Buffer.from(`${'caf\xe9\n'.repeat(500_000)}fin`, 'latin1'), 'docs')
  const read = (name: string, offset: number, limit = 2) =>
    ada.text('read_file', { path: `docs/${name}`, offset, limit })
  expect(await read('rows.sql', 1)).toBe(
    'docs/rows.sql, lines 1 to 2 of 5000000\n1\ta\n2\ta\n[Lines 3 to 5000000 are left out; go on with offset 3.]',
  )
  expect(await read('rows.sql', 5_000_000)).toBe('docs/rows.sql, lines 5000000 to 5000000 of 5000000\n5000000\ta')
  expect(await read('rows.sql', 5_000_001)).toBe('The file has only 5000000 lines')
  expect(await read('mixed.txt', 2, 9)).toBe('docs/mixed.txt, lines 2 to 6 of 6\n2\t\n3\tone\n4\t\n5\ttwo\n6\t')
  expect(await read('old.txt', 500_000)).toBe(
    'docs/old.txt, lines 500000 to 500001 of 500001\n500000\tcafé\n500001\tfin',
  )
})

test('a document is read by page, slide, sheet or paragraph, each line once although its chunks overlap', async () => {
  await using given = await givenToolCallers(app)
  const { storage, ada } = given
  await storage.folder('docs')
  await ada.share('docs', 'read')
  const paragraphs = Array.from({ length: 60 }, (_, n) =>
    `Paragraph ${n + 1} ${'of some length '.repeat(n % 5)}`.trim(),
  )
  const long = Array.from({ length: 900 }, (_, n) => `word${n}`).join(' ')
  await storage.upload('manual.pdf', pdf(['Cover', 'Press the red button', 'End']), 'docs')
  await storage.upload('talk.pptx', await presentation([['One'], ['Two', 'Three']]), 'docs')
  await storage.upload(
    'prices.xlsx',
    await workbook({
      A: [[3, ['x', 'y']]],
      B: [
        [12, ['Bag', '59']],
        [40, ['z']],
      ],
    }),
    'docs',
  )
  await storage.upload(
    'text.docx',
    await wordDocument([...paragraphs.slice(0, 30), long, ...paragraphs.slice(30)]),
    'docs',
  )
  await storage.upload('broken.pdf', 'no pdf', 'docs')
  await storage.upload('logo.png', 'x', 'docs')
  for (const name of ['manual.pdf', 'talk.pptx', 'prices.xlsx', 'text.docx', 'broken.pdf'])
    await settled(storage, `docs/${name}`)
  const read = (name: string, more: object = {}) => ada.text('read_file', { path: `docs/${name}`, ...more })

  expect(await read('manual.pdf')).toBe(
    'docs/manual.pdf\n--- page 1 of 3 ---\n1\tCover\n--- page 2 of 3 ---\n1\tPress the red button\n--- page 3 of 3 ---\n1\tEnd',
  )
  expect(await read('manual.pdf', { part: 2, limit: 1 })).toBe(
    'docs/manual.pdf\n--- page 2 of 3 ---\n1\tPress the red button\n[More follows; go on with part 3 and offset 1.]',
  )
  expect(await read('manual.pdf', { part: 4 })).toBe('The document has only 3 pages with text')
  expect(await read('talk.pptx', { part: 2 })).toContain('--- slide 2 of 2 ---\n1\tTwo\n2\tThree')
  expect(await read('prices.xlsx')).toBe(
    'docs/prices.xlsx\n--- sheet 1 of 2: A ---\n3\tx | y\n--- sheet 2 of 2: B ---\n12\tBag | 59\n40\tz',
  )
  const word = (await read('text.docx')).split('\n')
  const expected = [...paragraphs.slice(0, 30), long, ...paragraphs.slice(30)]
  expect(word.slice(1, 31)).toEqual(expected.slice(0, 30).map((text, n) => `${n + 1}\t${text}`))
  expect(word[31]?.startsWith(`31\t${long.slice(0, 4000)}… [`)).toBe(true)
  expect(word.slice(32)).toEqual(paragraphs.slice(30).map((text, n) => `${n + 32}\t${text}`))
  expect(await read('text.docx', { offset: 33, limit: 1 })).toMatch(
    /\n33\tParagraph 32 .*\n\[More follows; go on with offset 34\.\]$/,
  )
  expect(await read('broken.pdf')).toMatch(/^The text of docs\/broken\.pdf could not be read\. \w+/)
  expect(await read('logo.png')).toBe('docs/logo.png is of type image/png, which cannot be read as text')
  expect(await read('')).toMatch(/folder/)
})

test('a document that is read in part says so in the list of files and to the teammate', async () => {
  await using given = await givenToolCallers(app)
  const { storage, ada } = given
  await storage.folder('docs')
  await ada.share('docs', 'read')
  const sheets = {
    Bags: rowsXml({ A1: 'Bag', B1: '59' }),
    Lamps: '<sheetData><row r="1">',
    Rugs: rowsXml({ A1: 'Rug' }),
  }
  await storage.upload('prices.xlsx', await workbookOf({ sheets }), 'docs')
  await storage.upload('blank.docx', await documentOf('<w:p/>'), 'docs')
  expect(await settled(storage, 'docs/prices.xlsx')).toMatchObject({
    index_state: 'Indexed',
    index_error: '3 sheets, 1 unreadable (Lamps).',
  })
  expect(await settled(storage, 'docs/blank.docx')).toMatchObject({
    index_state: 'Indexing failed',
    index_error: 'The document has no text',
  })
  expect(await ada.text('read_file', { path: 'docs/prices.xlsx' })).toBe(
    'docs/prices.xlsx\n[Not everything in this file could be read: 3 sheets, 1 unreadable (Lamps).]\n--- sheet 1 of 3: Bags ---\n1\tBag | 59\n--- sheet 3 of 3: Rugs ---\n1\tRug',
  )
  expect(await ada.text('read_file', { path: 'docs/blank.docx' })).toMatch(
    /could not be read\. The document has no text/,
  )
})

test('what is known of a file is answered, with what the teammate may do there', async () => {
  await using given = await givenToolCallers(app)
  const { storage, ada } = given
  await storage.folder('docs')
  await ada.share('docs', 'write')
  await storage.upload('a.ts', 'const a = 1', 'docs')
  expect(await ada.json('stat_file', { path: 'docs/a.ts' })).toMatchObject({
    path: 'docs/a.ts',
    type: 'file',
    size: 11,
    index_state: 'Not indexable',
    permission: 'write',
  })
  expect(await ada.json('stat_file', { path: 'docs' })).toMatchObject({ type: 'folder', permission: 'write' })
})

test('a search tells where each passage stands, in words that an answer can cite', async () => {
  await using given = await givenToolCallers(app)
  const { storage, ada } = given
  await storage.folder('docs')
  await storage.folder('secret')
  await ada.share('docs', 'read')
  await storage.upload('returns.md', '# Returns\n\nOrders may be\nreturned within 30 days.\n', 'docs')
  await storage.upload('manual.pdf', pdf(['Cover', 'Press the RED button']), 'docs')
  await storage.upload('prices.xlsx', await workbook({ Prices: [[12, ['Bag', '59.00']]] }), 'docs')
  await storage.upload('hidden.md', 'A bag with a red button, returned within 30 days', 'secret')
  for (const path of ['docs/returns.md', 'docs/manual.pdf', 'docs/prices.xlsx', 'secret/hidden.md'])
    await settled(storage, path)

  const find = (query: string, more: object = {}) => ada.json('search', { query, ...more })
  expect(await find('30 DAYS')).toEqual({
    matched_files: 1,
    truncated: false,
    resultsTruncated: false,
    results: [
      { cite: 'docs/returns.md:4', path: 'docs/returns.md', passage: 'Orders may be\nreturned within 30 days.' },
    ],
  })
  expect((await find('red button')).results).toMatchObject([{ cite: 'docs/manual.pdf, page 2, line 1' }])
  expect((await find('bag')).results).toMatchObject([{ cite: 'docs/prices.xlsx, sheet 1 (Prices), row 12' }])
  expect(await find('bag', { path: 'docs/returns.md' })).toMatchObject({
    results: [],
    note: expect.stringContaining('single word'),
  })
  expect(await ada.text('search', { query: 'bag', path: 'secret' })).toMatch(/^Storage path not found\./)
  expect(await ada.text('search', { query: '' })).toMatch(/^The input does not fit\./)

  const semantic = await ada.text('semantic_search', { query: 'how do I return an order?' })
  if (semantic.startsWith('{')) {
    const { results } = JSON.parse(semantic)
    expect(results[0]).toMatchObject({ cite: 'docs/returns.md:1-4', passage: expect.stringContaining('30 days') })
    expect(semantic).not.toContain('hidden')
  } else {
    expect(semantic).toMatch(/^There is no tool storage\.semantic_search/)
  }
})

test('a search that finds more files than it counts says so', async () => {
  await using given = await givenToolCallers(app)
  const { storage, ada } = given
  await storage.folder('many')
  await ada.share('many', 'read')
  await storage.upload('seed.log', 'needle', 'many')
  await app.ctx.db.$client.query(
    `insert into storage_entries (id, organization_id, parent_id, name, type, size, hash, is_encrypted, created_at, modified_at)
     select gen_random_uuid(), organization_id, parent_id, n || '.log', 'file', size, hash, is_encrypted, now(), now()
     from storage_entries, generate_series(1, 1001) n where organization_id = $1 and name = 'seed.log'`,
    [given.organization.id],
  )
  const found = await ada.json('search', { query: 'needle' })
  expect([found.matched_files, found.truncated, found.resultsTruncated]).toEqual([1000, true, true])
  expect(found.note).toContain('More than 1000 files match')
})

test('more than a model can read is left out, and the search says so', async () => {
  await using given = await givenToolCallers(app)
  const { storage, ada } = given
  await storage.folder('logs')
  await ada.share('logs', 'read')
  const lines = Array.from({ length: 60 }, (_, n) => (n % 3 ? 'between' : `needle ${'x'.repeat(380)}`)).join('\n\n\n')
  for (let n = 0; n < 55; n++) await storage.upload(`${n}.log`, lines, 'logs')
  const found = await ada.json('search', { query: 'needle' })
  expect(found.matched_files).toBe(55)
  expect(JSON.stringify(found).length).toBeLessThan(30_000)
  expect(found.results.length).toBeGreaterThan(10)
  expect(found.other_files).toHaveLength(40)
  expect(found.note).toMatch(/\d+ more passages were left out.*Not all of the 55 files are named/)
})
