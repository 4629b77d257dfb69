import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { ownTestApp, startTestApp } from '#testing/app.ts'
import { startBucket } from '#testing/doubles/s3.ts'
import { readZip } from '#testing/files/zip.ts'
import { givenStorage } from '#testing/storage/storage.ts'
import { collectUnnamedBytes } from './collect-bytes.ts'

const bucket = await startBucket()
const app = await ownTestApp({ env: bucket.env })

test('with a bucket files are kept in it once, read from it, and gone from it when nothing names them', async () => {
  const { member, organization } = await givenStorage(app)
  const large = Buffer.alloc(9 * 1024 * 1024, 'large ')
  await member.folder('a')
  await member.upload('large.log', large, 'a')
  await member.upload('again.log', large, 'a')
  await member.upload('small.md', 'small')
  await member.upload('small.md', 'small, changed')

  expect((await member.download('a/again.log')).equals(large)).toBe(true)
  expect((await member.download('small.md')).toString()).toBe('small, changed')
  const zip = readZip(await member.download('a'))
  expect([...zip.keys()].filter((name) => name.endsWith('.log'))).toHaveLength(2)
  expect([...zip.values()].some((bytes) => bytes.equals(large))).toBe(true)

  expect(await bucket.keys()).toHaveLength(3)
  for (const key of await bucket.keys()) expect(key).toMatch(new RegExp(`^files/${organization.id}/`))
  app.clock.advance(2 * 24 * 60 * 60 * 1000)
  await collectUnnamedBytes(app.ctx)
  expect(await bucket.keys()).toHaveLength(2)
})

test.for([
  ['a bucket that is not there', { S3_BUCKET: 'nowhere' }],
  ['a key that is refused', { S3_ACCESS_KEY_ID: 'NOBODY' }],
  ['a store that does not answer', { S3_ENDPOINT: 'http://127.0.0.1:1' }],
] as const)('a start with %s says so, before anyone uploads, and everything else works', async ([, env]) => {
  const lines: string[] = []
  const log = createLog({ level: 'error', pretty: false }, { write: (line) => void lines.push(line) })
  const own = await startTestApp({ env: { ...bucket.env, ...env }, log, parts: ['web'] })
  onTestFinished(own.close)
  await expect.poll(() => lines.join('')).toContain('files cannot be stored')
  const { admin } = await own.given.organization()
  expect((await (await own.as(admin)).get('/api/init/whoami')).status).toBe(200)
})

test('while the bucket is away anyone who uploads or reads is told so, and nothing is half kept', async () => {
  const { member } = await givenStorage(app)
  await member.upload('kept.md', 'kept')
  await bucket.close()
  const unavailable = { status: 503, body: { success: false, code: 'STORAGE_UNAVAILABLE' } }
  expect(await member.upload('new.md', 'new')).toMatchObject(unavailable)
  expect(await member.upload('kept.md', 'changed')).toMatchObject(unavailable)
  expect(await member.client.get(`${member.base}/download?path=kept.md`)).toMatchObject(unavailable)
  expect(await member.tree()).toEqual(['kept.md'])
})
