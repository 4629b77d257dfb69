import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenStorage } from '#testing/storage/storage.ts'

const app = await testApp()

test('whatever is wrong with a request about files is reported by its field, in a sentence without it', async () => {
  const { admin, organization, key } = await givenStorage(app)
  const { client, base } = admin
  const teammate = await app.given.teammate(organization)
  const system = await app.given.teammate(organization, { is_system: true })
  await admin.folder('docs')
  await admin.upload('a.md', 'a', 'docs')
  await admin.upload('gone.md', 'a', 'docs')
  const { trash_path: gone } = (await admin.remove('docs/gone.md')).body
  const create = (path: string, content: string) => client.post(`${base}/file/content`, { path, content })
  const share = (path: string, employee_id = teammate.id) =>
    client.post(`${base}/folder/share`, { path, employee_id, permission: 'read' })
  const employee = `/api/organizations/${organization.id}/employees/${teammate.id}`

  const trashed = 'This is in the trash; restore it first'
  const folder = 'This is a folder; a file is needed here'
  for (const [field, error, answer] of [
    ['file', 'Files of this type cannot be uploaded', await key.upload('a.exe', 'a')],
    ['path', trashed, await admin.upload('a.md', 'a', '.trashbin')],
    ['path', trashed, await admin.folder('b', '.trashbin')],
    ['new_name', 'Files of this type are not kept here', await key.rename('docs/a.md', 'a.exe')],
    ['path', 'This cannot be done with the root', await key.rename('/', 'b')],
    ['path', 'This cannot be done with the root', await key.remove('/')],
    ['source_path', 'This cannot be done with the root', await key.move('/', 'docs')],
    ['source_path', trashed, await admin.copy(gone, 'docs')],
    ['dest_path', trashed, await key.move('docs/a.md', '.trashbin')],
    ['dest_path', 'A folder cannot be put into itself', await admin.move('docs', 'docs')],
    ['path', 'Only what was deleted can be restored, by its path in .trashbin', await admin.restore('docs/a.md')],
    ['path', folder, await key.client.get('/api/private/storage/meta?path=docs')],
    ['path', 'Files of this type cannot be edited as text', await create('a.pdf', 'a')],
    ['content', 'A path that ends with a slash is a folder and has no content', await create('b/', 'a')],
    ['path', 'The root cannot be shared', await share('/')],
    ['path', 'Only folders can be shared', await share('docs/a.md')],
    ['employee_id', 'A system teammate has full access already', await share('docs', system.id)],
  ] as const) {
    const { status, body } = answer
    const issues = [{ path: field, message: error }]
    expect([status, body]).toEqual([400, { success: false, error, code: 'VALIDATION_FAILED', issues }])
  }

  const set = (skills_path: string) => client.put(`${employee}/skills`, { skills_path })
  for (const [code, path] of [
    ['NO_SUCH_FOLDER', 'nowhere'],
    ['FOLDER_NOT_SHARED', 'docs'],
  ] as const)
    expect(await set(path)).toMatchObject({ status: 400, body: { code, issues: [{ path: 'skills_path' }] } })
})
