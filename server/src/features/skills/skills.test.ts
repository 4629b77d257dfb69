import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { flowOf } from '#testing/runs/workflows.ts'
import { givenSkills, skillText } from '#testing/storage/skills.ts'

const app = await ownTestApp()

const TOOLS = ['skill', 'skill_search', 'skill_read']

test('a teammate gets a list of its skills, loads one, finds others and reads their files', async () => {
  await using given = await givenSkills(app)
  await given.write('refunds', skillText('refund-orders', 'Use for refunds: who gets what', '# Refunds\n\nSay sorry.'))
  await given.storage.folder('tables', 'team/skills/refunds')
  await given.storage.upload('rates.csv', 'a;1\nb;2\nc;3', 'team/skills/refunds/tables')
  await given.write('Late Parcels!', '---\ndescription: For parcels\n---\nCall the carrier about the refund.')
  const { tools, system } = await given.modelInput()
  expect(tools).toEqual(TOOLS)
  expect(system).toContain('- late-parcels: For parcels\n- refund-orders: Use for refunds: who gets what')

  const loaded = JSON.parse(await given.calls('skill', { name: 'refund-orders' }))
  expect(loaded).toEqual({
    skill: 'refund-orders',
    instructions: '# Refunds\n\nSay sorry.',
    files: ['tables/rates.csv'],
  })
  expect(JSON.parse(await given.calls('skill_search', { query: 'refund' }))).toEqual({
    found: 2,
    skills: [
      { name: 'refund-orders', description: 'Use for refunds: who gets what' },
      { name: 'late-parcels', description: 'For parcels' },
    ],
  })
  expect(JSON.parse(await given.calls('skill_search', { query: 'carrier' })).skills).toMatchObject([
    { name: 'late-parcels' },
  ])
  const read = (more: object) => given.calls('skill_read', { name: 'refund-orders', ...more })
  expect(await read({ path: 'tables/rates.csv', offset: 2, limit: 1 })).toBe(
    'tables/rates.csv, lines 2 to 2 of 3\n2\tb;2\n[Lines 3 to 3 are left out; go on with offset 3.]',
  )
  expect(await read({ path: 'SKILL.md' })).toContain('1\t---\n2\tname: refund-orders')
  expect(await given.calls('skill', { name: 'unknown' })).toMatch(/^There is no such skill/)
})

test('no path leads out of a skill, not even into another one', async () => {
  await using given = await givenSkills(app)
  await given.write('one', skillText('one', 'The first'))
  await given.write('two', skillText('two', 'The second', 'SECRET'))
  await given.storage.upload('beside.md', 'SECRET', 'team/skills')
  for (const path of [
    '../two/SKILL.md',
    'a/../../two/SKILL.md',
    '..',
    '/',
    '',
    './SKILL.md',
    '..\\two\\SKILL.md',
    '%2e%2e/two/SKILL.md',
    'team/skills/two/SKILL.md',
    '/team/skills/beside.md',
    '\u2024\u2024/two/SKILL.md',
  ]) {
    const answer = await given.calls('skill_read', { name: 'one', path })
    expect(answer, path).toMatch(/input does not fit|not found|folder/)
    expect(answer).not.toContain('SECRET')
  }
  expect(await given.calls('skill_read', { name: '../two', path: 'SKILL.md' })).toMatch(/input does not fit/)
})

test('a program gets the same list of skills and calls the same tools, exactly while the teammate has them', async () => {
  await using given = await givenSkills(app)
  await given.write('one', skillText('one', 'The first', 'Do {{input.name}} this.'))
  const hosted = await given.hosted()
  const instructions = async () =>
    (await hosted.ask('initialize', { protocolVersion: '2025-11-25' })).body.result.instructions
  const names = async () => (await hosted.names()).filter((name) => !name.startsWith('storage.'))
  expect(await names()).toEqual(TOOLS)
  expect(await instructions()).toContain('- one: The first')
  const called = await hosted.call('skill', { name: 'one' })
  expect(JSON.parse(called.body.result.content[0].text)).toMatchObject({ instructions: 'Do {{input.name}} this.' })
  const search = await hosted.call('skill_search', { query: 'first' })
  expect(search.body.result.content[0].text).toContain('"one"')
  const read = await hosted.call('skill_read', { name: 'one', path: 'SKILL.md' })
  expect(read.body.result.content[0].text).toContain('description: The first')

  await given.unshare()
  expect(await names()).toEqual([])
  expect(await instructions()).not.toContain('Skills')
  expect((await hosted.call('skill', { name: 'one' })).body.error.message).toContain('There is no tool skill')
  await given.share('team')
  expect(await names()).toEqual(TOOLS)
  await given.choose(null)
  expect(await names()).toEqual([])
})

test('a step of a flow calls them for a teammate that has skills, and they are a problem for one that has none', async () => {
  await using given = await givenSkills(app)
  await given.write('one', skillText('one', 'The first', 'Be kind.'))
  const other = await app.given.teammate(given.organization)
  const create = async (employee_id: string) => {
    const step = { type: 'tool', employee_id, tool: 'skill', input: { name: 'one' } }
    return (await given.person.post(`${given.base}/workflows`, { name: 'A', ...flowOf({ call: step }) })).body
  }
  const flow = await create(given.teammate.id)
  expect(flow.problems).toEqual([])
  const started = await given.client.post(`/api/private/trigger/${flow.id}`, {})
  expect(started.body.data.result).toMatchObject({ instructions: 'Be kind.' })
  expect((await create(other.id)).problems).toMatchObject([{ field: 'tool', message: 'There is no tool skill' }])
})

test('a folder that is taken back is gone at once, also for a run that has begun', async () => {
  await using given = await givenSkills(app)
  await given.write('one', skillText('one', 'The first'))
  const { promise: unshared, resolve: go } = Promise.withResolvers<void>()
  const tool_calls = [{ id: 'a', name: 'skill', input: { name: 'one' } }]
  given.vendor.reply({ chunks: ['Let me ', 'see.'], tool_calls, until: unshared }, { text: 'Sorry.' })
  const asked = given.ask('How is it done?')
  await expect.poll(() => given.vendor.requests.length).toBe(1)
  expect(given.offered()).toEqual(TOOLS)
  await given.unshare()
  go()
  expect((await asked).status).toBe(200)
  expect(JSON.stringify(given.sent())).toContain('You no longer have skills')
  const { tools, system } = await given.modelInput()
  expect(tools).toEqual([])
  expect(system).not.toContain('Skills')
  expect(await given.show()).toMatchObject({ state: 'not_shared', skills_path: 'team/skills', skills: [] })
})

test('the folder stays the same one when it is renamed, moved, deleted and restored', async () => {
  await using given = await givenSkills(app)
  await given.write('one', skillText('one', 'The first'))
  const { skills_folder_id } = (await given.person.get(`${given.base}/employees/${given.teammate.id}`)).body
  await given.storage.rename('team/skills', 'abilities')
  expect(await given.show()).toMatchObject({
    skills_path: 'team/abilities',
    state: 'ready',
    skills: [{ name: 'one', path: 'team/abilities/one' }],
  })
  await given.storage.folder('elsewhere')
  await given.storage.move('team/abilities', 'elsewhere')
  expect(await given.show()).toMatchObject({ skills_path: 'elsewhere/abilities', state: 'ready' })
  expect((await given.modelInput()).tools).toEqual(TOOLS)

  const { body: removed } = await given.storage.remove('elsewhere')
  expect(await given.show()).toMatchObject({ state: 'trashed', skills: [], permission: null })
  expect((await given.modelInput()).tools).toEqual([])
  await given.storage.restore(removed.trash_path)
  // What is deleted is shared with nobody any more.
  expect(await given.show()).toMatchObject({ skills_path: 'elsewhere/abilities', state: 'not_shared' })
  await given.share('elsewhere/abilities')
  expect(await given.show()).toMatchObject({ skills_path: 'elsewhere/abilities', state: 'ready' })
  expect((await given.modelInput()).tools).toEqual(TOOLS)

  const { body: gone } = await given.storage.remove('elsewhere/abilities')
  await given.storage.remove(gone.trash_path)
  expect(await given.show()).toEqual({
    skills_path: null,
    state: 'gone',
    permission: null,
    skills: [],
    has_more: false,
  })
  expect((await given.modelInput()).tools).toEqual([])
  const { body: teammate } = await given.person.get(`${given.base}/employees/${given.teammate.id}`)
  expect(teammate.skills_folder_id).toBe(skills_folder_id)
})

test('only a folder that the teammate may read can be chosen; a personal assistant may have any', async () => {
  await using given = await givenSkills(app)
  await given.storage.folder('private')
  await given.storage.upload('a.md', 'x', 'team')
  const refused = async (path: string) => (await given.choose(path)).body
  expect(await refused('private')).toMatchObject({ code: 'FOLDER_NOT_SHARED' })
  for (const path of ['nowhere', 'team/a.md', '.trashbin'])
    expect(await refused(path)).toMatchObject({ code: 'NO_SUCH_FOLDER' })
  expect((await given.choose('../team')).status).toBe(400)
  expect(await given.show()).toMatchObject({ skills_path: 'team/skills', permission: 'read' })
  const { body: ally } = await given.person.get(`${given.base}/employees/ally`)
  expect((await given.choose('private', ally.id)).body).toMatchObject({
    skills_path: 'private',
    state: 'ready',
    permission: 'write',
  })
})

test('a teammate is shown with the path of its folder, and takes one where it takes everything else', async () => {
  await using given = await givenSkills(app)
  const path = `${given.base}/employees/${given.teammate.id}`
  const put = async (body: object) => (await given.person.put(path, body)).body
  const shown = async () => (await given.person.get(path)).body
  const versions = async () =>
    (await given.person.get(`${given.base}/entity-versions/ai_employee/${given.teammate.id}`)).body.data.length
  const { skills_folder_id } = await shown()
  await given.storage.rename('team/skills', 'abilities')
  const whole = await shown()
  expect(whole).toMatchObject({ skills_path: 'team/abilities', skills_folder_id })
  const before = await versions()
  expect(await put(whole)).toEqual(whole)
  expect(await versions()).toBe(before)

  await given.storage.folder('second', 'team/abilities')
  const second = await put({ ...whole, skills_path: 'team/abilities/second' })
  expect(second.skills_path).toBe('team/abilities/second')
  expect(second.skills_folder_id).not.toBe(skills_folder_id)
  expect(await put({ ...second, skills_path: null })).toMatchObject({ skills_path: null, skills_folder_id: null })
  expect(await put({ skills_folder_id })).toMatchObject({ skills_path: 'team/abilities', skills_folder_id })

  await given.storage.folder('private')
  expect(await put({ skills_path: 'private' })).toMatchObject({ code: 'FOLDER_NOT_SHARED' })
  expect(await put({ skills_path: 'nowhere' })).toMatchObject({ code: 'NO_SUCH_FOLDER' })
  expect((await given.person.put(path, { skills_path: '../team' })).status).toBe(400)
  expect(await shown()).toMatchObject({ skills_path: 'team/abilities' })
  const create = (skills_path: string | null) =>
    given.person.post(`${given.base}/employees`, { name: 'New', skills_path })
  expect((await create('team/abilities')).body).toMatchObject({ code: 'FOLDER_NOT_SHARED' })
  expect((await create(null)).body).toMatchObject({ skills_path: null, skills_folder_id: null })
})

test('a person who may not change a teammate does not choose its skills, and no strange folder is ever read', async () => {
  await using given = await givenSkills(app)
  await using other = await givenSkills(app)
  await given.write('one', skillText('one', 'The first'))
  const path = `${given.base}/employees/${given.teammate.id}/skills`
  const outsider = await app.as(other.owner)
  expect((await outsider.get(path)).status).toBe(404)
  expect((await outsider.put(path, { skills_path: null })).status).toBe(404)
  const { member } = await app.given.organization()
  expect((await (await app.as(member)).get(path)).status).toBe(404)

  // By its id too, a folder of another organization is none.
  const { body: teammate } = await given.person.get(`${given.base}/employees/${given.teammate.id}`)
  const { skills_folder_id } = teammate
  const own = `${other.base}/employees/${other.teammate.id}`
  expect((await other.person.put(own, { skills_folder_id })).status).toBe(200)
  expect(await other.show()).toMatchObject({ state: 'gone', skills: [] })
  expect((await other.modelInput()).tools).toEqual([])
  // And what another teammate was given, this one may not read.
  const second = await app.given.teammate(given.organization)
  await given.person.put(`${given.base}/employees/${second.id}`, { skills_folder_id })
  expect(await given.show(second.id)).toMatchObject({ state: 'not_shared', skills: [] })
})

test('an earlier version brings the folder back as it is now, and what was chosen is in the audit log', async () => {
  await using given = await givenSkills(app)
  await given.write('one', skillText('one', 'The first'))
  const versions = `${given.base}/entity-versions`
  const { body: kept } = await given.person.get(`${versions}/ai_employee/${given.teammate.id}`)
  const [latest] = kept.data
  await given.choose(null)
  expect(await given.show()).toMatchObject({ state: 'none', skills_path: null })
  const { body: log } = await given.person.get(`${given.base}/audit-log?action=ai_employee.updated`)
  expect(log.data[0]).toMatchObject({ subject: { id: given.teammate.id }, after: { skills_folder_id: null } })
  await given.storage.rename('team/skills', 'abilities')
  const restored = await given.person.post(`${versions}/${latest.id}/restore`)
  expect(restored.status).toBe(200)
  expect(await given.show()).toMatchObject({ state: 'ready', skills_path: 'team/abilities' })
})

test('a skill tool that asks first is called once it was approved, and by no program', async () => {
  await using given = await givenSkills(app)
  await given.write('one', skillText('one', 'The first', 'Be kind.'))
  const hosted = await given.hosted()
  await given.person.put(`${given.base}/employees/${given.teammate.id}`, { tools: [{ name: 'skill', ask: true }] })
  expect((await hosted.names()).filter((name) => !name.startsWith('storage.'))).toEqual(['skill_search', 'skill_read'])
  given.vendor.reply({ text: '', tool_calls: [{ id: 'a', name: 'skill', input: { name: 'one' } }] }, { text: 'Yes.' })
  await given.ask('How is it done?', { is_async: true })
  const runs = `${given.base}/workflows/runs`
  const status = async () => (await given.person.get(runs)).body.data[0]?.status
  await expect.poll(status).toBe('suspended')
  const { run_id } = (await given.person.get(runs)).body.data[0]
  expect((await given.person.post(`${runs}/${run_id}/resume`, { approved: true })).status).toBe(200)
  await expect.poll(status).toBe('completed')
  expect(JSON.stringify(given.sent())).toContain('Be kind.')
})

test('of eight choices at once one stands, whole, and each that changed something is a version', async () => {
  await using given = await givenSkills(app)
  await Promise.all(Array.from({ length: 8 }, (_, n) => given.storage.folder(`f${n}`, 'team/skills')))
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => given.choose(`team/skills/f${n}`)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const { skills_path, state } = await given.show()
  expect([skills_path, state]).toEqual([expect.stringMatching(/^team\/skills\/f\d$/), 'ready'])
  const path = `${given.base}/entity-versions/ai_employee/${given.teammate.id}`
  const { body: versions } = await given.person.get(path)
  const folders = versions.data.map(
    ({ snapshot }: { snapshot: { skills_folder_id: string } }) => snapshot.skills_folder_id,
  )
  expect(new Set(folders.slice(0, 8)).size).toBe(8)
  const { body: teammate } = await given.person.get(`${given.base}/employees/${given.teammate.id}`)
  expect(folders[0]).toBe(teammate.skills_folder_id)
})
