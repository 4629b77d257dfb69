import { expect, test } from 'vitest'
import { pdfOf } from '#testing/files/office-files.ts'
import { FONT, pdfPage, pdfPageIn, put, stream } from '#testing/files/pdf-pages.ts'
import { extract } from '../extract.ts'

const linesOf = async (file: Buffer) =>
  (await extract(file, 'pdf')).parts.flatMap(({ lines }) => lines.map(({ text }) => text))

test('filled fields, ticks, choices and notes of a form are read', async () => {
  const file = pdfPage(put(50, 700, 'Application'), [
    '/Subtype/Widget/FT/Tx/T(applicant)/V(Hanna Meyer)',
    '/Subtype/Widget/FT/Tx/T(empty)',
    '/Subtype/Widget/FT/Btn/T(newsletter)/V/Yes/AS/Yes/AP<</N<</Yes 4 0 R/Off 4 0 R>>>>',
    '/Subtype/Widget/FT/Btn/T(calls)/V/Off/AS/Off/AP<</N<</Yes 4 0 R/Off 4 0 R>>>>',
    '/Subtype/Widget/FT/Ch/T(plan)/TU(Tariff)/V(b)/Opt[[(a)(Small)][(b)(Large)]]',
    '/Subtype/FreeText/Contents(Paid on 3 May)/DA(/F1 10 Tf 0 g)',
    '/Subtype/Text/Contents(Call back)',
    '/Subtype/Text/Contents(Not shown)/F 2',
  ])
  const lines = await linesOf(file)
  expect(lines[0]).toBe('Application')
  expect(lines.slice(1).toSorted()).toEqual(
    [
      'applicant: Hanna Meyer',
      '☒ newsletter',
      '☐ calls',
      'Tariff: Large',
      '[Note: Paid on 3 May]',
      '[Note: Call back]',
    ].toSorted(),
  )
})

test('a table keeps each value in the column of its heading', async () => {
  const content = [
    put(50, 740, 'Fees of this year, as agreed with the members of the board'),
    ...[put(50, 700, 'Region'), put(200, 700, 'Old fee'), put(320, 700, 'New fee'), put(430, 700, 'Note')],
    ...[put(50, 680, 'North'), put(230, 680, '10'), put(350, 680, '12')],
    ...[put(50, 660, 'South'), put(350, 660, '15'), put(430, 660, 'later')],
    ...[put(50, 640, 'A long name that'), put(50, 629, 'needs two lines'), put(230, 640, '7')],
    put(350, 600, '99'),
    put(50, 500, 'Thank you.'),
  ]
  expect(await linesOf(pdfPage(content.join('')))).toEqual([
    'Fees of this year, as agreed with the members of the board',
    'Region | Old fee | New fee | Note',
    'North | 10 | 12',
    'South |  | 15 | later',
    'A long name that needs two lines | 7',
    ' |  | 99',
    'Thank you.',
  ])
})

test('prose in two columns is read column by column, and a single line of two texts stays a line', async () => {
  const left = Array.from({ length: 12 }, (_, at) => put(50, 700 - at * 12, `left line ${at} of prose`))
  const right = Array.from({ length: 12 }, (_, at) => put(320, 700 - at * 12, `right line ${at} of prose`))
  const lines = await linesOf(pdfPage([...left, ...right, put(50, 400, 'Total'), put(300, 400, '59.00')].join('')))
  expect(lines).toEqual([
    ...Array.from({ length: 12 }, (_, at) => `left line ${at} of prose`),
    ...Array.from({ length: 12 }, (_, at) => `right line ${at} of prose`),
    'Total 59.00',
  ])
})

test('pages that are pictures are named, and blank ones are not', async () => {
  const image = stream('\x00', '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray')
  const one = (content: number, resources: string) =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources${resources}/Contents ${content} 0 R>>`
  const file = pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R]/Count 3>>',
    one(6, FONT),
    one(7, '<</XObject<</X 9 0 R>>>>'),
    one(8, FONT),
    stream(put(50, 700, 'Cover')),
    stream('q 100 0 0 100 0 0 cm /X Do Q'),
    stream('0 0 10 10 re f'),
    image,
  ])
  const { parts, warning } = await extract(file, 'pdf')
  expect(parts.map(({ part }) => part)).toEqual([1])
  expect(warning).toBe('3 pages, 1 without text (2); it is a picture.')
})

test('a text that is drawn twice to look bold is read once, and one that is written twice is read twice', async () => {
  const twice = (x: number, y: number, text: string) => put(x, y, text) + put(x + 0.4, y, text)
  const table = [
    ...[twice(50, 700, 'Item'), twice(200, 700, 'Price')],
    ...[put(50, 685, 'Lamp'), put(200, 685, '12.00'), put(50, 670, 'Desk'), put(200, 670, '12.00')],
  ]
  expect(await linesOf(pdfPage(table.join('')))).toEqual(['Item | Price', 'Lamp | 12.00', 'Desk | 12.00'])
  const prose = [twice(50, 700, 'Note:'), put(80, 700, 'Returns take two weeks.'), put(50, 680, 'no no')]
  expect(await linesOf(pdfPage(prose.join('')))).toEqual(['Note: Returns take two weeks.', 'no no'])
})

test('a text of which each letter is drawn several times to look bold is read once', async () => {
  const lefts = { N: [50, 76.68], o: [57.22, 83.9, 89.46], t: [62.78, 65.56], e: [68.34], n: [95.02] }
  const letters = Object.entries(lefts).flatMap(([letter, all]) => all.map((left) => ({ letter, left })))
  const bold = letters
    .toSorted((one, other) => one.left - other.left)
    .flatMap(({ letter, left }) => [0, 0.3, 0, 0.3].map((shift) => put(left + shift, 700, letter)))
  expect(await linesOf(pdfPage([...bold, put(50, 680, 'no on oo ll')].join('')))).toEqual(['Notte Noon', 'no on oo ll'])
})

test('raised and lowered text is not joined to the number before it', async () => {
  const small = (x: number, y: number, text: string) => `BT /F1 6 Tf ${x} ${y} Td (${text}) Tj ET\n`
  const content = [
    ...[put(50, 700, '10'), small(61.2, 704, '6'), put(64.8, 700, ' cells')],
    ...[put(50, 650, 'H'), small(57.3, 648, '2'), put(60.7, 650, 'O')],
    ...[put(50, 600, 'A small '), small(88, 600, 'word'), put(102, 600, ' of a line')],
  ]
  expect(await linesOf(pdfPage(content.join('')))).toEqual(['10⁶ cells', 'H₂O', 'A small word of a line'])
})

test('a table on a page that is turned keeps its columns', async () => {
  const turned = (x: number, y: number, text: string) => `BT /F1 10 Tf 0 1 -1 0 ${x} ${y} Tm (${text}) Tj ET\n`
  const askew = (x: number, y: number, text: string) => `BT /F1 10 Tf 1 0.01 -0.01 1 ${x} ${y} Tm (${text}) Tj ET\n`
  for (const write of [turned, askew]) {
    // Where a page is turned, a row is a column of the paper.
    const at = (row: number, column: number): [number, number] =>
      write === turned ? [100 + row, 50 + column] : [50 + column, 700 - row]
    const content = [
      ...[write(...at(0, 0), 'Region'), write(...at(0, 150), 'Old fee'), write(...at(0, 270), 'New fee')],
      ...[write(...at(20, 0), 'North'), write(...at(20, 150), '10'), write(...at(20, 270), '12')],
      ...[write(...at(40, 0), 'South'), write(...at(40, 270), '15')],
    ]
    expect(await linesOf(pdfPage(content.join('')))).toEqual([
      'Region | Old fee | New fee',
      'North | 10 | 12',
      'South |  | 15',
    ])
  }
})

test('texts of different directions are not joined', async () => {
  const turned = `BT /F1 10 Tf 0 1 -1 0 300 700 Tm (Confidential) Tj ET\n`
  expect(await linesOf(pdfPage(`${put(50, 700, 'Page 2')}${turned}${put(200, 700, 'Red')}`))).toEqual([
    'Page 2',
    'Confidential',
    'Red',
  ])
})

test('a wide space in a paragraph begins no column', async () => {
  const content = [
    ...[put(50, 700, 'Simple is better than complex.'), put(50, 690, 'Rules have no exceptions,')],
    ...[put(173, 690, 'or few.'), put(50, 680, 'Dense is worse than sparse.')],
    ...[put(50, 670, 'Say what is'), put(110, 670, 'so.'), put(50, 660, 'Then stop.')],
  ]
  expect(await linesOf(pdfPage(content.join('')))).toEqual([
    'Simple is better than complex.',
    'Rules have no exceptions, or few.',
    'Dense is worse than sparse.',
    'Say what is so.',
    'Then stop.',
  ])
})

test('what a signature and a stamp show is read, and the text of a field whose value is formatted', async () => {
  const drawn = (text: string) =>
    stream(
      `BT /F1 10 Tf 0 12 Td (${text}) Tj 0 -12 Td (on 3 May) Tj ET`,
      `/Type/XObject/Subtype/Form/BBox[0 0 150 20]/Resources${FONT}`,
    )
  const file = pdfPage(
    put(50, 700, 'Agreement'),
    [
      '/Subtype/Widget/FT/Sig/T(customer)/AP<</N 5 0 R>>',
      '/Subtype/Widget/FT/Sig/T(seller)',
      '/Subtype/Stamp/AP<</N 6 0 R>>',
      '/Subtype/Stamp/Contents(Seen by Mara)/AP<</N 6 0 R>>',
      '/Subtype/Widget/FT/Tx/T(terms)/Ff 33554432/V 7 0 R/AP<</N 7 0 R>>',
    ],
    [drawn('Signed by Hanna Meyer'), drawn('Paid'), drawn('Thirty days')],
  )
  const [first, ...lines] = await linesOf(file)
  expect(first).toBe('Agreement')
  expect(lines.toSorted()).toEqual([
    '[Note: Seen by Mara]',
    '[Signature: Signed by Hanna Meyer on 3 May]',
    '[Stamp: Paid on 3 May]',
    'terms: Thirty days on 3 May',
  ])
})

test('a letter that is set into the one before it does not end the line', async () => {
  const content = [
    ...[put(50, 700, 'L'), `BT /F1 7 Tf 52.2 702 Td (A) Tj ET\n`, put(56, 700, 'T'), put(61, 697.5, 'E')],
    put(67.5, 700, 'X is a program'),
  ]
  expect(await linesOf(pdfPage(content.join('')))).toEqual(['LᴬTEX is a program'])
})

test('columns of vertical text are lines, also where they say the same', async () => {
  const text = '95d49569'.repeat(12)
  const file = pdfPageIn(
    '<</Type/Font/Subtype/Type0/BaseFont/Body/Encoding/90ms-RKSJ-V/DescendantFonts[6 0 R]>>',
    [500, 480, 460].map((x) => `BT /F1 10 Tf ${x} 700 Td <${text}> Tj ET`).join('\n'),
    [
      '<</Type/Font/Subtype/CIDFontType0/BaseFont/Body/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor 7 0 R>>',
      '<</Type/FontDescriptor/FontName/Body/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 800/Descent -200/StemV 80>>',
    ],
  )
  const line = '返品'.repeat(12)
  expect(await linesOf(file)).toEqual([line, line, line])
})

test('a page that is read from right to left keeps the order of its words and columns', async () => {
  const letters = stream(
    '/CIDInit/ProcSet findresource begin 12 dict begin begincmap /CMapName/H def 1 begincodespacerange <00><FF> endcodespacerange 1 beginbfrange <41><5A><05D0> endbfrange endcmap end end',
  )
  // A word is drawn with its last letter on the left.
  const content = [
    ...[put(300, 700, 'FED'), put(323, 700, 'tea 12'), put(354, 700, '\\(IHG\\) CBA')],
    ...[put(300, 640, 'PON'), put(400, 640, 'MLK')],
    ...[put(300, 620, '15'), put(400, 620, 'SRQ')],
    put(400, 600, 'VUT'),
    ...[put(300, 580, '7'), put(400, 580, 'WVU')],
  ]
  const file = pdfPageIn('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>', content.join(''), [letters])
  expect(await linesOf(file)).toEqual(['אבג (זחט) tea 12 דהו', 'ךכל | םמן', 'נסע | 15', 'ףפץ', 'פץצ | 7'])
})

test('sentences below a wide gap are no columns', async () => {
  const file = pdfPage(
    [
      put(50, 700, 'Question 1') + put(140, 700, 'Which of these events took place in that year?'),
      ...['The first line of the city was opened', 'The official end of a long war', 'A king of the country died'].map(
        (text, at) => put(70, 680 - 16 * at, text),
      ),
      put(50, 620, 'Question 2') + put(140, 620, 'What is the capital of the country?'),
    ].join(''),
  )
  expect((await linesOf(file)).slice(1, 4)).toEqual([
    'The first line of the city was opened',
    'The official end of a long war',
    'A king of the country died',
  ])
})

test('the number of a list item comes before its words, also where it is drawn behind them', async () => {
  const items = [
    [62, 'First', 50, '1.'],
    [74, 'Inner', 62, '1.'],
    [62, 'Second', 46, '10.'],
  ] as const
  const list = items.map(
    ([left, words, at, number], line) => put(left, 700 - 12 * line, words) + put(at, 700 - 12 * line, number),
  )
  const table = ['Article', 'Price', 'Bolt', '3'].map((text, at) => put(55 + 80 * (at % 2), at < 2 ? 660 : 645, text))
  expect(await linesOf(pdfPage([...list, ...table].join('')))).toEqual([
    '1. First',
    '1. Inner',
    '10. Second',
    'Article | Price',
    'Bolt | 3',
  ])
})

test('sentences side by side below a table are none of its cells', async () => {
  const row = (y: number, ...cells: string[]) => cells.map((text, at) => put(50 + 80 * at, y, text)).join('')
  const content = [
    row(706, 'Article', 'Price', 'Bought', 'Share', 'Note'),
    ...['Bolt', 'Screw', 'Nail'].map((text, at) => row(692 - 14 * at, text, '3.00', '5 May', '10 %', 'new')),
    put(50, 650, 'Left text of a column') + put(270, 650, 'Right text of a column'),
  ]
  const lines = await linesOf(pdfPage(content.join('')))
  expect(lines.slice(0, 2)).toEqual(['Article | Price | Bought | Share | Note', 'Bolt | 3.00 | 5 May | 10 % | new'])
  expect(lines.at(-1)?.split(/[ |]*\|[ |]*/)).toEqual(['Left text of a column', 'Right text of a column'])
})

test('a heading above a table is none of its cells', async () => {
  const large = (x: number, y: number, text: string) => `BT /F1 18 Tf ${x} ${y} Td (${text}) Tj ET\n`
  const row = (y: number, ...cells: string[]) => cells.map((text, at) => put(50 + 100 * at, y, text)).join('')
  const content = [
    large(50, 720, 'Sales of the year'),
    ...[row(702, 'Article', 'Price', 'Note'), row(690, 'Bolt', '3.00', 'new')],
    large(50, 600, 'Bill'),
    ...[row(580, 'Sold to'), row(568, 'A customer'), put(250, 580, 'Date: 5 March'), put(250, 568, 'Due: 5 April')],
  ]
  expect(await linesOf(pdfPage(content.join('')))).toEqual([
    'Sales of the year',
    'Article | Price | Note',
    'Bolt | 3.00 | new',
    'Bill',
    'Sold to A customer Date: 5 March Due: 5 April',
  ])
})
