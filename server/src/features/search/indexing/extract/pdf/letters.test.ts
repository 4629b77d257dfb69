import { expect, test } from 'vitest'
import { pdfOf } from '#testing/files/office-files.ts'
import { pdfPage, pdfPageIn, put, stream } from '#testing/files/pdf-pages.ts'
import { extract } from '../extract.ts'

const linesOf = async (file: Buffer) =>
  (await extract(file, 'pdf')).parts.flatMap(({ lines }) => lines.map(({ text }) => text))

test('Chinese, Japanese and Korean text is read whose font names its encoding and has no table of characters', async () => {
  const inEncoding = (encoding: string, ordering: string, text: string) =>
    pdfPageIn(
      `<</Type/Font/Subtype/Type0/BaseFont/Body/Encoding/${encoding}/DescendantFonts[6 0 R]>>`,
      `BT /F1 10 Tf 50 700 Td <${text}> Tj ET`,
      [
        `<</Type/Font/Subtype/CIDFontType0/BaseFont/Body/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>/FontDescriptor 7 0 R>>`,
        '<</Type/FontDescriptor/FontName/Body/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 800/Descent -200/StemV 80>>',
      ],
    )
  const files: [encoding: string, ordering: string, text: string, shown: string][] = [
    ['GBK-EUC-H', 'GB1', 'cdcbbbf5', '退货'],
    ['UniGB-UCS2-H', 'GB1', '90008d27', '退货'],
    ['90ms-RKSJ-H', 'Japan1', '95d49569', '返品'],
    ['90ms-RKSJ-V', 'Japan1', '95d49569', '返品'],
    ['ETen-B5-H', 'CNS1', 'b068b366', '退貨'],
    ['KSCms-UHC-H', 'Korea1', 'c8afbad2', '환불'],
    ['Identity-H', 'GB1', '0e2b0c4e', '特茄'],
  ]
  for (const [encoding, ordering, text, shown] of files)
    expect(await linesOf(inEncoding(encoding, ordering, text)), encoding).toEqual([shown])
})

test('joined letters of Arabic are read in their order', async () => {
  const letters = stream(
    '/CIDInit/ProcSet findresource begin 12 dict begin begincmap /CMapName/A def 1 begincodespacerange <00><FF> endcodespacerange 4 beginbfchar <41><FC6A> <42><FB90> <43><0627> <44><FDFB> endbfchar endcmap end end',
  )
  const file = pdfPageIn(
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>',
    // With the last letter on the left.
    put(300, 700, 'ABC') + put(300, 680, 'D'),
    [letters],
  )
  expect(await linesOf(file)).toEqual(['اکبر', 'جل جلاله'])
})

test('figures and joined letters are read that a font names by their form', async () => {
  const widths = `/FirstChar 32/LastChar 130/Widths[${'500 '.repeat(99)}]`
  const file = pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>/Contents 4 0 R>>',
    stream('BT /F1 10 Tf 50 700 Td (Find \\202nes of ) Tj /F2 10 Tf (\\200\\201.\\200\\200) Tj ET'),
    `<</Type/Font/Subtype/Type1/BaseFont/Body${widths}/Encoding<</Type/Encoding/Differences[130/f_i.alt]>>>>`,
    `<</Type/Font/Subtype/Type1/BaseFont/Figures${widths}/Encoding<</Type/Encoding/Differences[128/zero.os/two.os]>>>>`,
  ])
  expect(await linesOf(file)).toEqual(['Find fines of 02.00'])
})

const letters = (names: string, content: string) =>
  linesOf(
    pdfPageIn(
      `<</Type/Font/Subtype/Type1/BaseFont/Body/FirstChar 0/LastChar 255/Widths[${'500 '.repeat(256)}]/Encoding<</Type/Encoding/Differences[${names}]>>>>`,
      put(50, 700, content),
    ),
  )

test("letters of TeX's pictures of letters are read, which are named by their number", async () => {
  const codes = (text: string) =>
    [...text].map((letter) => `${letter.charCodeAt(0)}/a${letter.charCodeAt(0)}`).join(' ')
  const croatian = 'de\\034niraju uobi\\243ajene \\022ma\\262te\\020'
  expect(await letters(codes('abcdefijmnortu \x1c\x12\x10\xa3\xb2'), croatian)).toEqual([
    'definiraju uobičajene „mašte“',
  ])
  // 11 to 13 come as spaces.
  expect(await letters(codes('ceorst \x0e\x1b'), 'o\\016ce, c\\033ur')).toEqual(['office, cœur'])
})

test('marks of Thai are read that a font names by their place, beside letters of Latin-1 that it names', async () => {
  expect(
    await letters('161/uni0E01/uni0E02 181/uni0E15 210/uni0E32 224/eacute 232/uni0E48.low', '\\265\\350\\322 caf\\340'),
  ).toEqual(['ต่า café'])
})

test('an accent that is drawn over its letter, as by LaTeX, is one letter with it, and a typed one is not', async () => {
  const over = (x: number, y: number, text: string) => `BT /F1 10 Tf ${x} ${y} Td [${text}] TJ ET\n`
  const file = pdfPage(
    [
      // Back by half of the accent and half of the letter below it.
      over(50, 700, '(M\\310)444(uller, m\\302)444(etro, na\\310)305(\\365ve, gar\\313)416(con)'),
      put(50, 680, 'Nach ') +
        put(77.2, 682.5, '\\310') +
        put(75, 680, 'Osterreich und') +
        over(150, 680, '(C)530(\\313)(a)'),
      over(50, 660, '(geht\\302s, \\302a, x)200(\\302)'),
    ].join(''),
  )
  expect(await linesOf(file)).toEqual(['Müller, métro, naïve, garçon', 'Nach Österreich und Ça', 'geht´s, ´a, x´'])
})
