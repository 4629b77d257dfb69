import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenStorage, givenTree, type StorageClient } from '#testing/storage/storage.ts'

const app = await testApp()
const conflict = { status: 409, body: { success: false, code: 'STORAGE_PATH_CONFLICT' } }

async function race(member: StorageClient, calls: Promise<{ status: number }>[]): Promise<number[]> {
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  await member.tree()
  return statuses
}

test('two folders that are moved into each other at once close no circle', async () => {
  for (let round = 0; round < 5; round++) {
    const { member } = await givenStorage(app)
    await member.folder('x')
    await member.folder('y')
    const statuses = await race(member, [member.move('x', 'y'), member.move('y', 'x')])
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect([
      ['x/', 'x/y/'],
      ['y/', 'y/x/'],
    ]).toContainEqual(await member.tree())
  }
})

test('moves, renames, deletes and uploads of one folder at once lose nothing that was acknowledged', async () => {
  for (let round = 0; round < 5; round++) {
    const { member } = await givenTree(app)
    const uploads = Array.from({ length: 6 }, (_, n) => member.upload(`new-${n}.md`, `${n}`, 'a/b'))
    const others = [member.move('a/b', 'c'), member.rename('a', 'd'), member.remove('a/b'), member.copy('a', 'c')]
    const answers = await Promise.all(uploads)
    await race(member, others)
    const everywhere = [...(await member.tree()), ...(await member.tree('.trashbin'))]
    for (const [n, { status }] of answers.entries()) {
      if (status !== 201) continue
      expect(
        everywhere.some((path) => path.endsWith(`/new-${n}.md`)),
        `new-${n}`,
      ).toBe(true)
    }
  }
})

test('of eight copies to one place at once one is made, and the others are conflicts', async () => {
  const { member } = await givenTree(app)
  const copies = await Promise.all(Array.from({ length: 8 }, () => member.copy('a', 'c')))
  expect(copies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  for (const copy of copies.filter(({ status }) => status === 409)) expect(copy).toMatchObject(conflict)
  expect(await member.tree('c')).toEqual(['c/a/', 'c/a/b/', 'c/a/b/two.md', 'c/a/one.md'])
})

test('a copy and an upload of one name at once leave one whole file', async () => {
  const { member } = await givenTree(app)
  for (let round = 0; round < 8; round++) {
    await member.folder(`place ${round}`)
    const [copied, uploaded] = await Promise.all([
      member.copy('a/one.md', `place ${round}`),
      member.upload('one.md', 'uploaded', `place ${round}`),
    ])
    expect([200, 409]).toContain(copied.status)
    expect([200, 201]).toContain(uploaded.status)
    expect((await member.download(`place ${round}/one.md`)).toString()).toBe('uploaded')
  }
})
