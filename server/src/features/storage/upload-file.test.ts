import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenStorage } from '#testing/storage.ts'

const app = await testApp()
const given = () => givenStorage(app)

test('a file that is brought is found, described and read back byte for byte', async () => {
  const { key, member } = await given()
  const bytes = Buffer.from('Returns are free for 30 days.\n')
  const { status, body } = await key.upload('returns.md', bytes)
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ name: 'returns.md', path: 'returns.md', type: 'file', size: bytes.length })
  expect((await key.list('/')).map(({ path }) => path)).toEqual(['returns.md'])
  const meta = await key.client.get('/api/private/storage/meta?path=returns.md')
  expect(meta.body.data).toMatchObject({ path: 'returns.md', mime_type: 'text/markdown', size: bytes.length })
  expect(await key.download('returns.md')).toEqual(bytes)
  expect(await member.download('/returns.md')).toEqual(bytes)
})
