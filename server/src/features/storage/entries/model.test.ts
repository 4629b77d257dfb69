import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenStorage } from '#testing/storage/storage.ts'
import { createStorageModel } from '#testing/storage/storage-model.ts'

const app = await testApp()

const names = ['a', 'b', 'c', 'a.md', 'b.txt', 'é.md']
const pick = fc.nat({ max: 10_000 })
const name = fc.constantFrom(...names)
const operation = fc.oneof(
  { weight: 3, arbitrary: fc.record({ call: fc.constant('folder' as const), one: pick, two: pick, name }) },
  { weight: 4, arbitrary: fc.record({ call: fc.constant('upload' as const), one: pick, two: pick, name }) },
  {
    weight: 8,
    arbitrary: fc.record({
      call: fc.constantFrom('rename' as const, 'move' as const, 'copy' as const, 'remove' as const),
      one: pick,
      two: pick,
      name,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ call: fc.constantFrom('restore' as const, 'erase' as const), one: pick, two: pick, name }),
  },
)

test('whatever is done in whatever order, the storage is the tree that it would be in memory', async () => {
  const property = fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 50 }), async (operations) => {
    const { member } = await givenStorage(app)
    const model = createStorageModel()
    for (const { call, one, two, name } of operations) {
      const paths = model.paths()
      const path = paths[one % paths.length] ?? ''
      const other = paths[two % paths.length] ?? ''
      const trashed = model.trashed()[one % Math.max(1, model.trashed().length)] ?? '.trashbin/none'
      const at = (path: string) => (path === '' ? '/' : path)

      const answer = await {
        folder: () => member.folder(name, at(path)),
        upload: () => member.upload(name, `${one}`, at(path)),
        rename: () => member.rename(at(path), name),
        move: () => member.move(at(path), at(other)),
        copy: () => member.copy(at(path), at(other)),
        remove: () => member.remove(at(path)),
        restore: () => member.restore(trashed),
        erase: () => member.remove(trashed),
      }[call]()
      const done = {
        folder: () => model.folder(path, name),
        upload: () => model.upload(path, name, `${one}`),
        rename: () => model.rename(path, name),
        move: () => model.move(path, other),
        copy: () => model.copy(path, other),
        remove: () => model.remove(path, answer.body.trash_path),
        restore: () => model.restore(trashed, answer.body.path),
        erase: () => model.erase(trashed),
      }[call]()

      const label = `${call} ${path} ${other} ${name} ${trashed} → ${answer.status} ${JSON.stringify(answer.body)}`
      expect(answer.status < 300, label).toBe(done)
      expect(answer.status, label).toBeLessThan(500)
      expect(await member.tree(), label).toEqual(model.listing())
      expect(await member.tree('.trashbin'), label).toEqual(model.trashListing())
    }
    for (const [path, content] of model.files()) expect((await member.download(path)).toString(), path).toBe(content)
    const bytes = model.files().reduce((sum, [, content]) => sum + content.length, 0)
    const folders = model.listing().filter((path) => path.endsWith('/')).length
    expect(await member.stats('/')).toEqual({ files: model.files().length, folders, bytes })
  })
  await fc.assert(property, { seed: 20_261_121, numRuns: 15 })
})
