import { expect, test } from 'vitest'
import { documentOf, paragraph } from '#testing/files/office-parts.ts'
import { extract } from '../extract.ts'

const linesOf = async (file: Promise<Buffer>) =>
  (await extract(await file, 'docx')).parts.flatMap(({ lines }) => lines.map(({ text }) => text))

test('a section shows the headers of the one before it, also that of a first page which only it has', async () => {
  const section = (more: string) => `<w:sectPr>${more}</w:sectPr>`
  const reference = (type: string, id: string) => `<w:headerReference w:type="${type}" r:id="${id}"/>`
  const first = `<w:p><w:pPr>${section(reference('default', 'rId1') + reference('first', 'rId2'))}</w:pPr></w:p>`
  const file = documentOf(`${first}${paragraph('Text')}${section('<w:titlePg/>')}`, {
    'header1.xml': ['header', `<w:hdr>${paragraph('Contract K-77120')}</w:hdr>`],
    'header2.xml': ['header', `<w:hdr>${paragraph('Confidential')}</w:hdr>`],
  })
  expect(await linesOf(file)).toEqual(['[Header] Contract K-77120', '[Header] Confidential', 'Text'])
})
