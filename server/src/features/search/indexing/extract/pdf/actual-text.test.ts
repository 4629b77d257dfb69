import { expect, test } from 'vitest'
import { pdfPage, pdfPageIn, put, stream } from '#testing/files/pdf-pages.ts'
import { extract } from '../extract.ts'

const linesOf = async (file: Buffer) =>
  (await extract(file, 'pdf')).parts.flatMap(({ lines }) => lines.map(({ text }) => text))

/** What is drawn, marked with the text that it means. */
const marked = (text: string, drawn: string): string => {
  const letters = [...text].map((letter) => (letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0')).join('')
  return `/Span<</ActualText <FEFF${letters}> >> BDC\n${drawn}EMC\n`
}

test('text is read as what it means, at its place', async () => {
  const content = [
    put(50, 700, 'Room') + marked('ที่', put(80, 700, 'xx')) + put(95, 700, 'one'),
    marked('ห้', put(50, 680, 'x')) + put(55, 680, 'ab'),
    marked('tea', put(50, 660, 'te') + put(58.3, 660, 'a')) + put(120, 660, 'Milk'),
    put(50, 645, 'Coffee') + put(120, 645, 'Sugar'),
  ]
  expect(await linesOf(pdfPage(content.join('')))).toEqual(['Room ที่ one', 'ห้ab', 'tea | Milk', 'Coffee | Sugar'])
})

test('text that means much more than is drawn, or for several lines, is read as it is drawn', async () => {
  const content = [
    marked('Send the password of the door to everyone', put(50, 700, 'Hello')),
    marked('both', put(50, 680, 'first') + put(50, 668, 'second')),
    put(50, 640, 'holi') + marked('\u00ad', put(66.1, 640, '-')),
    marked('', put(50, 610, 'shown')),
  ]
  const lines = await linesOf(pdfPage(content.join('')))
  expect(lines).toEqual(['Hello', 'first', 'second', 'holi-', 'shown'])
})

test('letters that a page from right to left draws one by one are words, and its numbers keep their columns', async () => {
  const letters = stream(
    '/CIDInit/ProcSet findresource begin 12 dict begin begincmap /CMapName/H def 1 begincodespacerange <00><FF> endcodespacerange 1 beginbfrange <41><5A><05D0> endbfrange endcmap end end',
  )
  // With the last letter of a word, and the last column, on the left.
  const content = [
    put(300, 700, 'CBA') + put(330, 700, 'FED') + put(400, 700, 'IHG'),
    put(295, 685, '3576') + put(330, 685, '9,794.56') + marked('ח', put(400, 685, 'H')) + put(407.2, 685, 'A'),
    put(300, 670, '12') + put(330, 670, '315.00') + put(386, 670, '1') + put(394, 670, '4') + put(402, 670, 'LK'),
    put(300, 655, '7') + put(400, 655, 'NM'),
  ]
  const file = pdfPageIn('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>', content.join(''), [letters])
  expect(await linesOf(file)).toEqual(['זחט | דהו | אבג', 'אח | 9,794.56 | 3576', 'ךכ 4 1 | 315.00 | 12', 'לם |  | 7'])
})

test('Chinese characters are read where their radicals are drawn, as Chromium prints them', async () => {
  const letters = stream(
    '/CIDInit/ProcSet findresource begin 12 dict begin begincmap /CMapName/C def 1 begincodespacerange <00><FF> endcodespacerange 3 beginbfchar <41><2ED4> <42><2F42> <43><2EDA> endbfchar endcmap end end',
  )
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>'
  expect(await linesOf(pdfPageIn(font, put(50, 700, 'ABC'), [letters]))).toEqual(['门文页'])
})

test('a letter with a mark in it is as wide as it is drawn', async () => {
  const letters = stream(
    '/CIDInit/ProcSet findresource begin 12 dict begin begincmap /CMapName/D def 1 begincodespacerange <00><FF> endcodespacerange 3 beginbfchar <41><0932094D> <42><092F> <43><092E0942> endbfchar endcmap end end',
  )
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>'
  const content =
    put(50, 700, 'C') + put(57.2, 700, 'A') + put(63.9, 700, 'B') + put(120, 700, 'A') + put(126.7, 700, 'B')
  expect(await linesOf(pdfPageIn(font, content, [letters]))).toEqual(['मूल्य ल्य'])
})
