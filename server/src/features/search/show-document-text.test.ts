import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { pdf, presentation, wordDocument } from '#testing/files/office-files.ts'
import { settled } from '#testing/storage/documents.ts'
import { givenToolCallers } from '#testing/storage/storage-tools.ts'

const app = await testApp()

test('people read the text of a document by its parts, and of no other file', async () => {
  await using given = await givenToolCallers(app)
  const { storage } = given
  await storage.folder('docs')
  await storage.upload('talk.pptx', await presentation([['One'], ['Two', 'Three']]), 'docs')
  await storage.upload('lease.pdf', pdf(['Rent is due.', 'Signed.']), 'docs')
  const paragraphs = Array.from({ length: 600 }, (_, n) => `${n} ${'words '.repeat(170)}`)
  await storage.upload('long.docx', await wordDocument(paragraphs), 'docs')
  await storage.upload('broken.docx', Buffer.from('no letter'), 'docs')
  await storage.upload('picture.png', Buffer.from('no picture'), 'docs')
  for (const name of ['talk.pptx', 'lease.pdf', 'long.docx', 'broken.docx']) await settled(storage, `docs/${name}`)
  const text = (path: string, client = given.client) =>
    client.get(`${storage.base}/file/text?path=${encodeURIComponent(path)}`)

  expect(await text('docs/talk.pptx')).toMatchObject({
    status: 200,
    body: {
      parts: [
        { slide: 1, text: 'One' },
        { slide: 2, text: 'Two\nThree' },
      ],
      is_truncated: false,
      warning: null,
    },
  })
  expect((await text('docs/lease.pdf')).body.parts).toEqual([
    { page: 1, text: 'Rent is due.' },
    { page: 2, text: 'Signed.' },
  ])
  const { body: long } = await text('docs/long.docx')
  expect(long.is_truncated).toBe(true)
  expect(JSON.stringify(long).length).toBeLessThan(600_000)
  expect((await text('docs/broken.docx')).status).toBe(422)
  expect((await text('docs/picture.png')).status).toBe(422)
  expect((await text('docs/nothing.pdf')).status).toBe(404)
  const { owner } = await app.given.organization()
  expect((await text('docs/lease.pdf', await app.as(owner))).status).toBe(404)
})
