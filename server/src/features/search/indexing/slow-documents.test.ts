import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { pdfOf, wordDocument } from '#testing/files/office-files.ts'
import { settled } from '#testing/storage/documents.ts'
import { givenStorage } from '#testing/storage/storage.ts'

const app = await testApp()

/** A valid page with so many pieces of text that reading it takes some ten seconds. */
function slowPdf(pieces: number): Buffer {
  const texts = Array.from({ length: pieces }, (_, n) => `1 0 0 1 ${(n % 100) * 5} ${n % 700} Tm (w${n}) Tj`)
  const stream = `BT /F1 2 Tf ${texts.join(' ')} ET`
  const font = '<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>'
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources${font}/Contents 4 0 R>>`,
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
  ])
}

test('a short document is read while another organization has eight that take long, which are read after it', async () => {
  const { member: many } = await givenStorage(app)
  const { member: one } = await givenStorage(app)
  const names = Array.from({ length: 8 }, (_, n) => `slow-${n}.pdf`)
  const bytes = slowPdf(250_000)
  for (const name of names) expect((await many.upload(name, bytes)).status).toBe(201)
  await one.upload('short.docx', await wordDocument(Array.from({ length: 100 }, (_, n) => `Paragraph ${n} of ten`)))
  expect(await settled(one, 'short.docx')).toMatchObject({ index_state: 'Indexed' })
  const states = (await many.list('/')).map(({ index_state }) => index_state)
  expect(states.filter((state) => state === 'Indexed')).toEqual([])
  // One of them is read to its end, though a short try was not enough.
  for (const name of names.slice(1)) await many.remove(name)
  expect(await settled(many, 'slow-0.pdf')).toMatchObject({ index_state: 'Indexed' })
})
