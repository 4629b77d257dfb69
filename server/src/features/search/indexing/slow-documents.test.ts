import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { wordDocument } from '#testing/files/office-files.ts'
import { slowPdf } from '#testing/files/slow-pdf.ts'
import { settled } from '#testing/storage/documents.ts'
import { givenStorage } from '#testing/storage/storage.ts'

const app = await testApp()

test('a short document is read while another organization has eight that take long, which are read after it', async () => {
  const { member: many } = await givenStorage(app)
  const { member: one } = await givenStorage(app)
  const names = Array.from({ length: 8 }, (_, n) => `slow-${n}.pdf`)
  const bytes = slowPdf()
  for (const name of names) expect((await many.upload(name, bytes)).status).toBe(201)
  await one.upload('short.docx', await wordDocument(Array.from({ length: 100 }, (_, n) => `Paragraph ${n} of ten`)))
  expect(await settled(one, 'short.docx')).toMatchObject({ index_state: 'Indexed' })
  const states = (await many.list('/')).map(({ index_state }) => index_state)
  expect(states.filter((state) => state === 'Indexed')).toEqual([])
  // One of them is read to its end, though a short try was not enough.
  for (const name of names.slice(1)) await many.remove(name)
  expect(await settled(many, 'slow-0.pdf')).toMatchObject({ index_state: 'Indexed' })
})
