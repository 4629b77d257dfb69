import { afterAll, expect, test } from 'vitest'
import { mimeTypeOf } from '#contracts/file-types.ts'
import { runsOf } from '#testing/chats/private-chat.ts'
import { wordDocument } from '#testing/files/office-files.ts'
import { slowPdf } from '#testing/files/slow-pdf.ts'
import { startDrives } from '#testing/integrations/drives.ts'

const drives = await startDrives()
afterAll(() => drives[Symbol.asyncDispose]())

test('a short document of a drive is read while two organizations read as many that take long as they may', async () => {
  const bytes = slowPdf()
  await using one = await drives.given('idpa')
  await using other = await drives.given('idpa')
  await using third = await drives.given('idpa')
  const add = (name: string, bytes: Buffer) => drives.google.add({ name, mime: mimeTypeOf(name), bytes }).id
  const slow = [add('slow-1.pdf', bytes), add('slow-2.pdf', bytes)]
  const short = add('short.docx', await wordDocument(['In a moment']))
  const ended: string[] = []
  const readAll = async (given: typeof one) => {
    await given.together(slow.map((file_id) => ['read_file', { file_id }] as const))
    ended.push('slow')
  }
  const reading = [readAll(one), readAll(other)]
  const downloads = () => drives.google.asked.filter(({ query }) => query.get('alt') === 'media').length
  await expect.poll(downloads).toBeGreaterThanOrEqual(4)
  expect(await third.text('read_file', { file_id: short })).toMatch(/In a moment/)
  ended.push('short')
  expect(ended).toEqual(['short'])
  for (const given of [one, other])
    for (const { id } of await runsOf(drives.app, given.organization))
      await given.person.post(`${given.base}/workflows/runs/${id}/cancel`)
  await Promise.all(reading)
})
