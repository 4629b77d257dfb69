import { afterAll, describe, expect, test } from 'vitest'
import { pdf, wordDocument, workbook } from '#testing/files/office-files.ts'
import { DRIVES, startDrives } from '#testing/integrations/drives.ts'

const drives = await startDrives()
afterAll(() => drives[Symbol.asyncDispose]())

describe.each(DRIVES)('%s', (_label, service) => {
  const open = () => drives.given(service)

  test('a folder is listed page after page, each file once', async () => {
    await using given = await open()
    const folder = given.drive.folder('Invoices')
    for (const n of [1, 2, 3, 4, 5]) given.drive.add({ name: `${n}.txt`, parent: folder.id, bytes: 'x'.repeat(n) })
    const seen: string[] = []
    for (let page_token: string | undefined; ; ) {
      const page = await given.json('list_folder', { folder_id: folder.id, limit: 2, page_token })
      expect(page.files.length).toBeLessThanOrEqual(2)
      seen.push(...page.files.map(({ name }: { name: string }) => name))
      if (!page.next_page) break
      page_token = page.next_page
    }
    expect(seen).toEqual(['1.txt', '2.txt', '3.txt', '4.txt', '5.txt'])
    const top = await given.json('list_folder')
    expect(top.files).toMatchObject([{ id: folder.id, name: 'Invoices', type: 'folder' }])
    expect(top).not.toHaveProperty('next_page')
  })

  test('a page that does not exist is refused, not read from the start', async () => {
    await using given = await open()
    given.drive.add({ name: 'a.txt' })
    expect(await given.text('list_folder', { page_token: 'junk' })).toMatch(/refused \(400\)|no next_page/)
  })

  test.each([
    "Valentine's Day",
    "it's 'quoted' \\ twice",
    "x' or name contains 'secret",
    "x') or search(q='secret",
    'a/b?c#d&e=f+g%27',
    '"both"',
  ])('a search for %j finds what says so, and nothing else', async (words) => {
    await using given = await open()
    const wanted = given.drive.add({ name: 'wanted.txt', bytes: `before ${words} after` })
    given.drive.add({ name: 'secret.txt', bytes: 'secret' })
    const { files } = await given.json('search_files', { text: words })
    expect(files.map(({ id }: { id: string }) => id)).toEqual([wanted.id])
  })

  test('a search heeds name, type and time together', async () => {
    await using given = await open()
    const modified = new Date('2026-11-20T10:00:00Z')
    const wanted = given.drive.add({ name: 'Plan 2027.pdf', mime: 'application/pdf', modified })
    given.drive.add({ name: 'Plan old.pdf', mime: 'application/pdf' })
    given.drive.add({ name: 'Plan note.txt', modified })
    given.drive.add({ name: 'Other.pdf', mime: 'application/pdf', bytes: 'Plan', modified })
    const found = await given.json('search_files', { name: 'plan', type: 'pdf', modified_after: '2026-11-15' })
    expect(found.files).toEqual([
      { id: wanted.id, name: 'Plan 2027.pdf', type: 'pdf', size: 0, modified_at: modified.toISOString() },
    ])
  })

  test('words that stand apart are found, in the name and in the text', async () => {
    await using given = await open()
    const wanted = given.drive.add({ name: 'Lease 2026.txt', bytes: 'The rent is due' })
    given.drive.add({ name: 'Lease 2025.txt', bytes: 'Nothing' })
    given.drive.add({ name: 'Other.txt', bytes: 'rent of the Lease' })
    const { files } = await given.json('search_files', { name: 'lease', text: 'rent' })
    expect(files.map(({ id }: { id: string }) => id)).toEqual([wanted.id])
  })

  test('what is known of a file is answered', async () => {
    await using given = await open()
    const { id } = given.drive.add({ name: 'note.txt', bytes: 'Hello' })
    expect(await given.json('read_file_info', { file_id: id })).toMatchObject({
      id,
      name: 'note.txt',
      type: 'text',
      mime_type: 'text/plain',
      size: 5,
      modified_at: '2026-11-01T08:00:00.000Z',
      modified_by: 'Ada <ada@accounts.example>',
      is_shared: false,
      url: expect.stringMatching(/^https:/),
    })
  })

  test('an id that leads nowhere is refused with where ids come from', async () => {
    await using given = await open()
    for (const file_id of ['01UNKNOWN', '..', '../me', 'a/../../b', 'a?alt=media', 'x:/y:/content', 'a%2Fb', 'é'])
      for (const tool of ['read_file_info', 'read_file', 'trash_file'])
        expect(await given.text(tool, { file_id }), file_id).toMatch(
          /There is nothing under this id|has no such id|This is no id/,
        )
    expect(await given.text('list_folder', { folder_id: '01UNKNOWN' })).toMatch(/There is nothing under this id/)
    expect(given.drive.asked.every(({ path }) => !path.includes('..'))).toBe(true)
  })

  test('names and texts of others come without what is not seen', async () => {
    await using given = await open()
    const { id } = given.drive.add({ name: 'a\u202eb\u0007\nc.txt', bytes: 'one\u0000\u202e two\u200b' })
    const { name } = await given.json('read_file_info', { file_id: id })
    expect(name).toBe('ab c.txt')
    expect(await given.text('read_file', { file_id: id })).toMatch(/\none two$/)
    const long = given.drive.add({ name: `${'n'.repeat(2000)}.txt` })
    expect((await given.json('read_file_info', { file_id: long.id })).name.length).toBe(255)
  })

  test('a long text is read in pieces that lose nothing', async () => {
    await using given = await open()
    const whole = Array.from({ length: 20_000 }, (_, n) => `${n}😀`).join(' ')
    const { id } = given.drive.add({ name: 'long.txt', bytes: whole })
    let read = ''
    for (let offset = 0; ; ) {
      const piece = await given.text('read_file', { file_id: id, offset })
      const [head, ...lines] = piece.split('\n')
      expect(piece.length).toBeLessThan(51_000)
      expect(head).toMatch(new RegExp(`characters ${offset} to \\d+ of ${whole.length}$`))
      const more = /^\[More follows; go on with offset (\d+)\.\]$/.exec(lines.at(-1) ?? '')
      read += (more ? lines.slice(0, -1) : lines).join('\n')
      if (!more) break
      // A space at a border is not worth a character of the model's.
      if (whole[Number(more[1])] === ' ' || whole[Number(more[1]) - 1] === ' ') read += ' '
      offset = Number(more[1])
    }
    expect(read).toBe(whole)
    expect(await given.text('read_file', { file_id: id, offset: whole.length })).toMatch(/has only \d+ characters/)
  })

  test('documents are read as the storage reads them; what has no text says so', async () => {
    await using given = await open()
    const word = given.drive.add({ name: 'Lease.docx', mime: '', bytes: await wordDocument(['First', 'Second']) })
    const sheet = given.drive.add({ name: 'Prices.xlsx', mime: '', bytes: await workbook({ A: [[3, ['x', 'y']]] }) })
    const paper = given.drive.add({ name: 'Manual.pdf', mime: 'application/pdf', bytes: pdf(['Cover', 'Page two']) })
    const broken = given.drive.add({ name: 'Broken.pdf', mime: 'application/pdf', bytes: 'no pdf' })
    const picture = given.drive.add({ name: 'logo.png', mime: 'image/png', bytes: 'png' })
    const folder = given.drive.folder('Folder')
    const bare = given.drive.add({ name: 'README', mime: 'text/x-readme', bytes: 'Read me' })
    const read = ({ id }: { id: string }) => given.text('read_file', { file_id: id })
    expect(await read(bare)).toMatch(/^README\.txt, .*\nRead me$/)
    expect(await read(word)).toBe('Lease.docx, characters 0 to 12 of 12\nFirst\nSecond')
    expect(await read(sheet)).toMatch(/--- sheet 1: A ---\nx \| y$/)
    expect(await read(paper)).toMatch(/--- page 1 ---\nCover\n--- page 2 ---\nPage two$/)
    expect(await read(broken)).toMatch(/^The text of Broken\.pdf could not be read\. \w+/)
    expect(await read(picture)).toBe('logo.png is of a type that cannot be read as text')
    expect(await read(folder)).toMatch(/is a folder; list_folder/)
  })

  test('eight documents are read at once', async () => {
    await using given = await open()
    const bytes = await wordDocument(['The same'])
    const ids = Array.from({ length: 8 }, (_, n) => given.drive.add({ name: `${n}.docx`, mime: '', bytes }).id)
    const results = await given.together(ids.map((file_id) => ['read_file', { file_id }]))
    expect(results).toEqual(ids.map((_, n) => `${n}.docx, characters 0 to 8 of 8\nThe same`))
  })

  test('a drive that was taken back is not offered, and not used', async () => {
    await using given = await open()
    given.drive.add({ name: 'a.txt' })
    await given.person.delete(given.assigned, { oauth_mcp: given.prefix })
    expect(await given.text('list_folder')).toBe(`There is no tool ${given.prefix}__list_folder.`)
    expect(given.drive.asked).toEqual([])
  })

  test('a teammate is offered each tool of the drive once', async () => {
    await using given = await open()
    await given.ask('Hello')
    const offered = given.offered().filter((name) => name.startsWith(`${given.prefix}__`))
    expect(offered.toSorted()).toEqual(TOOLS.map((name) => `${given.prefix}__${name}`).toSorted())
    const tested = { employee_id: given.teammate.id, oauth_mcp: given.prefix }
    const { body } = await given.person.post(`${given.base}/mcps/test`, tested)
    expect(body.toolsets).toMatchObject([{ name: given.prefix, tool_count: TOOLS.length }])
  })
})

const TOOLS =
  'search_files list_folder read_file_info list_permissions read_file save_to_storage upload_from_storage create_folder move_file copy_file trash_file share_file'.split(
    ' ',
  )
