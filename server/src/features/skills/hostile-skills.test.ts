import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { MAX_DELAY_MS, processorTimeMs } from '#testing/processor-time.ts'
import { givenSkills, skillText } from '#testing/storage/skills.ts'

const app = await ownTestApp()

const bomb = [
  'a: &a ["lol","lol","lol","lol"]',
  ...'bcdefghi'.split('').map((letter, n) => `${letter}: &${letter} [*${'abcdefgh'[n]},*${'abcdefgh'[n]}]`),
].join('\n')

const broken: [folder: string, text: string | Buffer, problem: string][] = [
  ['large', skillText('large', 'Large', 'x'.repeat(100_001)), 'too_large'],
  ['binary', Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe, 0x00, 0x01]), 'not_text'],
  ['nul', '---\nname: nul\ndescription: a\0b\n---\n', 'not_text'],
  ['bare', '# Only a text\n', 'no_front_matter'],
  ['empty', '', 'no_front_matter'],
  ['endless', `---\nname: endless\ndescription: a\n${'# more\n'.repeat(1000)}---\n`, 'no_front_matter'],
  ['silent', '---\nname: silent\n---\nText', 'no_description'],
  ['alias', `---\n${bomb}\nname: alias\ndescription: *i\n---\n`, 'bad_front_matter'],
  ['tag', '---\nname: tag\ndescription: !!js/function "function(){}"\n---\n', 'bad_front_matter'],
  ['map', '---\nname: map\ndescription:\n  deep: text\n---\n', 'bad_front_matter'],
  ['twice', '---\nname: twice\ndescription: a\ndescription: b\n---\n', 'bad_front_matter'],
  ['open', '---\nname: open\ndescription: "never closed\n---\n', 'bad_front_matter'],
  ['junk', '---\n}{ ??? \n---\n', 'bad_front_matter'],
  ['separated', '---\nname: separated\ndescription: a\u2028b\n---\n', 'bad_front_matter'],
  ['long', skillText('long', 'x'.repeat(1025)), 'bad_description'],
  ['control', skillText('control', 'a\u001b[2Jb'), 'bad_description'],
  ['turning', skillText('turning', 'a\u202eb'), 'bad_description'],
  ['tags', skillText('tags', 'a\u{e0041}b'), 'bad_description'],
  ['Навык', '---\ndescription: a\n---\n', 'no_name'],
]

test('what is wrong with a skill is shown to people, and the skill is kept from the teammate', async () => {
  await using given = await givenSkills(app)
  for (const [folder, text] of broken) await given.write(folder, text)
  await given.write('zz-good', skillText('good', 'Fine'))
  await given.write('zz-other', skillText('good', 'Of the same name'))
  await given.storage.folder('zz-nothing', 'team/skills')
  const { skills } = await given.show()
  const problems = Object.fromEntries(
    skills.map(({ path, problem }: { path: string; problem: string }) => [path.split('/').at(-1), problem]),
  )
  expect(problems).toEqual({
    ...Object.fromEntries(broken.map(([folder, , problem]) => [folder, problem])),
    'zz-good': null,
    'zz-other': 'name_taken',
  })
  const { system } = await given.modelInput()
  expect(system.slice(system.indexOf('# Skills')).match(/^- .*/gm)).toEqual(['- good: Fine'])
  expect(await given.calls('skill', { name: 'large' })).toMatch(/^There is no such skill/)
})

test('front matter of spaces before a separator of lines is read in time that grows with its length', async () => {
  await using given = await givenSkills(app)
  await given.write('spaces', `---\nname:${' '.repeat(99_000)}\u2028\n---\n`)
  const spentMs = await processorTimeMs(async () => expect((await given.show()).skills).toHaveLength(1))
  expect(spentMs).toBeLessThan(MAX_DELAY_MS)
})

test.each([
  ['quotes', '"Use \\"it\\": always # really" # not this', 'Use "it": always # really'],
  ['single quotes', "'It''s: fine'", "It's: fine"],
  ['colons', 'Use when: asked # a remark', 'Use when: asked'],
  ['a folded block', '>-\n  First line\n  and second.\n\n  # Third', 'First line and second. # Third'],
  ['lines that go on', 'First line\n  and second', 'First line and second'],
  ['more fields', 'Fine\nlicense: MIT\nmetadata:\n  author: a\nallowed-tools:\n- Read\n# a remark', 'Fine'],
])('a description is read as people write it: %s', async (_how, written, description) => {
  await using given = await givenSkills(app)
  await given.write('one', `\ufeff---\r\nname: one\r\ndescription: ${written.replaceAll('\n', '\r\n')}\r\n---\r\nBody`)
  expect((await given.show()).skills).toMatchObject([{ name: 'one', description, problem: null }])
  expect(JSON.parse(await given.calls('skill', { name: 'one' })).instructions).toBe('Body')
})

test('a skill that is changed is another one with the next question', async () => {
  await using given = await givenSkills(app)
  await given.write('one', skillText('one', 'The first'))
  expect((await given.modelInput()).system).toContain('- one: The first')
  await given.storage.upload('SKILL.md', skillText('two', 'The second'), 'team/skills/one')
  const { system } = await given.modelInput()
  expect(system).toContain('- two: The second')
  expect(system).not.toContain('The first')
})

test('a long skill and one of many files are shown in part, with how to continue', async () => {
  await using given = await givenSkills(app)
  await given.write('one', skillText('one', 'Long', 'A line of it.\n'.repeat(5000)))
  for (let n = 0; n < 101; n++) await given.storage.upload(`${n}.md`, 'x', 'team/skills/one')
  const loaded = JSON.parse(await given.calls('skill', { name: 'one' }))
  expect(loaded.instructions).toHaveLength(30_000)
  expect(loaded.more).toContain('skill_read')
  expect(loaded.files).toHaveLength(100)
  expect(loaded.more_files).toBeDefined()
  expect(await given.calls('skill_read', { name: 'one', path: 'SKILL.md', offset: 4000 })).toMatch(
    /^SKILL\.md, lines 4000 to/,
  )
  await given.storage.upload('logo.png', 'x', 'team/skills/one')
  expect(await given.calls('skill_read', { name: 'one', path: 'logo.png' })).toContain('no text file')
})

test('ten thousand skills are bounded, and the server answers others meanwhile', async () => {
  await using given = await givenSkills(app)
  const seeded = `description: ${'seeded '.repeat(140)}`
  await given.write('seed', `---\n${seeded}\n---\n${'word '.repeat(15_000)}`)
  await app.ctx.db.$client.query(
    `with made as (
      insert into storage_entries (id, organization_id, parent_id, name, type, created_at, modified_at)
      select gen_random_uuid(), organization_id, parent_id, 'skill-' || lpad(n::text, 5, '0'), 'folder', now(), now()
      from storage_entries, generate_series(1, 10000) n where organization_id = $1 and name = 'seed' returning *)
    insert into storage_entries (id, organization_id, parent_id, name, type, size, hash, is_encrypted, created_at, modified_at)
    select gen_random_uuid(), made.organization_id, made.id, 'SKILL.md', 'file', f.size, f.hash, f.is_encrypted, now(), now()
    from made join storage_entries f on f.organization_id = made.organization_id and f.name = 'SKILL.md'`,
    [given.organization.id],
  )
  const { skills, has_more } = await given.show()
  expect([skills.length, has_more]).toEqual([200, true])
  const { system } = await given.modelInput()
  expect(system.length).toBeLessThan(25_000)
  expect(system).toMatch(/\d+ more are found with the tool `skill_search`/)

  const hosted = await given.hosted()
  let over = false
  const asked = Promise.all(Array.from({ length: 8 }, () => hosted.call('skill_search', { query: 'word skill' })))
  const answers = asked.finally(() => {
    over = true
  })
  while (!over) expect((await app.anyone.get('/health')).status).toBe(200)
  for (const { body } of await answers) {
    const found = JSON.parse(body.result.content[0].text)
    expect([found.found, found.skills.length]).toEqual([200, 20])
  }
})
