import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenStorage } from '#testing/storage/storage.ts'

const app = await testApp()

async function given() {
  const all = await givenStorage(app)
  const { client, base } = all.member
  const at = `${base}/file/content`
  return {
    ...all,
    create: (path: string, content?: string) => client.post(at, { path, content }),
    change: (path: string, content: string, modified_at?: string) => client.put(at, { path, content, modified_at }),
    show: (path: string) => client.get(`${at}?path=${encodeURIComponent(path)}`),
  }
}

test('a text is created with its folders, shown and changed', async () => {
  const { create, change, show, member } = await given()
  const made = await create('docs/2026/plan.md', '# Plan\r\n\ufeffäöü 💡')
  expect(made.status).toBe(201)
  expect(made.body).toEqual({ path: 'docs/2026/plan.md', size: 22, modified_at: expect.any(String) })
  expect((await show('docs/2026/plan.md')).body).toEqual({ ...made.body, content: '# Plan\r\n\ufeffäöü 💡' })
  const changed = await change('docs/2026/plan.md', '')
  expect(changed).toMatchObject({ status: 200, body: { size: 0 } })
  expect((await show('/docs/2026/plan.md')).body.content).toBe('')
  expect(await member.tree()).toEqual(['docs/', 'docs/2026/', 'docs/2026/plan.md'])
})

test('what exists is a conflict, and what is missing is missing', async () => {
  const { create, change, show, member } = await given()
  await create('a.md', 'a')
  const conflict = { success: false, error: 'File already exists', code: 'STORAGE_PATH_CONFLICT' }
  expect(await create('a.md', 'b')).toMatchObject({ status: 409, body: conflict })
  expect(await create('a', 'b')).toMatchObject({ status: 409, body: conflict })
  expect((await create('a.md/b.md', 'b')).status).toBe(409)
  expect((await change('b.md', 'b')).status).toBe(404)
  expect((await show('b.md')).status).toBe(404)
  await member.folder('folder.md')
  for (const answer of [await show('folder.md'), await change('folder.md', 'x'), await show('/')])
    expect(answer.status).toBe(400)
  expect((await show('a.md')).body.content).toBe('a')
})

test('a name without an extension becomes Markdown, a licence stays, and a trailing slash makes a folder', async () => {
  const { create, member } = await given()
  expect((await create('notes', 'x')).body.path).toBe('notes.md')
  expect((await create('deep/LicencE', 'x')).body.path).toBe('deep/LicencE')
  expect((await create('made/of/these/')).body.path).toBe('made/of/these')
  expect((await create('made/of/')).status).toBe(409)
  const tree = ['deep/', 'deep/LicencE', 'made/', 'made/of/', 'made/of/these/', 'notes.md']
  expect(await member.tree()).toEqual(tree)
})

test('only the kinds of the contract are edited, and only relative paths are made', async () => {
  const { create, show, change, member } = await given()
  const kinds =
    '.txt .md .htm .html .csv .json .webmanifest .yaml .yml .ts .tsx .js .mjs .jsx .py .sql .css .scss .sh .log .xml .toml .ini .tsv'
  for (const kind of kinds.split(' ')) expect((await create(`f${kind}`, 'x')).status, kind).toBe(201)
  for (const path of ['a.png', 'a.java', '.env', 'a.md.exe', '/a.md', '/', '', 'a//b.md', '../a.md', '.trashbin/a.md'])
    expect((await create(path, 'x')).status, path).toBe(400)
  await member.upload('a.pdf', 'x')
  expect((await show('a.pdf')).status).toBe(400)
  expect((await change('a.pdf', 'x')).status).toBe(400)
})

test('of two editors who began from one state the second is told so, and nothing of the first is lost', async () => {
  const { create, change, show } = await given()
  const { modified_at } = (await create('a.md', 'start')).body
  const both = await Promise.all([change('a.md', 'one', modified_at), change('a.md', 'two', modified_at)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const [kept, refused] = both[0]?.status === 200 ? both : both.toReversed()
  expect(refused?.body).toMatchObject({ code: 'STORAGE_CONTENT_CHANGED', modified_at: kept?.body.modified_at })
  expect((await show('a.md')).body.content).toBe(kept === both[0] ? 'one' : 'two')
  expect((await change('a.md', 'three', kept?.body.modified_at)).status).toBe(200)
  expect((await change('a.md', 'anyhow')).status).toBe(200)
})

test('creating one path many times at once makes one file', async () => {
  const { create, show } = await given()
  const all = await Promise.all(Array.from({ length: 6 }, (_, n) => create('x/y/z.md', `${n}`)))
  expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  expect((await show('x/y/z.md')).body.content).toBe(`${all.findIndex(({ status }) => status === 201)}`)
})

test('bytes that are no UTF-8 are not shown as text that a save would damage', async () => {
  const { member, show } = await given()
  await member.upload('latin.txt', Buffer.from([0xe4, 0xf6]))
  expect((await show('latin.txt')).status).toBe(422)
})

test('a text of more than 10 MB is refused with 413', async () => {
  const { create, change } = await given()
  expect((await create('a.md', 'ä'.repeat(5 * 1024 * 1024))).status).toBe(201)
  expect((await create('b.md', `${'ä'.repeat(5 * 1024 * 1024)}x`)).status).toBe(413)
  expect((await change('a.md', `${'ä'.repeat(5 * 1024 * 1024)}x`)).status).toBe(413)
})

test('a path that ends with a slash makes a folder, and no content is lost in it', async () => {
  const { create, member } = await given()
  expect((await create('a/b/', 'text')).status).toBe(400)
  expect(await member.tree()).not.toContain('a/b/')
  expect((await create('a/b/', '')).status).toBe(201)
})
