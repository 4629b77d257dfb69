import { expect, test } from 'vitest'
import { packed } from '#testing/files/office-files.ts'
import { relationsXml, rowsXml, workbookOf } from '#testing/files/office-parts.ts'
import { extract } from '../extract.ts'

const linesOf = async (file: Promise<Buffer>) =>
  (await extract(await file, 'xlsx')).parts.flatMap(({ lines }) => lines.map(({ text }) => text))

test('an empty cell keeps its place, at the start of a row, in its middle and before its last value', async () => {
  const cells = { A1: 'Region', B1: 'Old', C1: 'New', A2: 'North', C2: '12', B3: '7', C4: '9', AA5: 'far' }
  expect(await linesOf(workbookOf({ sheets: { S: rowsXml(cells) } }))).toEqual([
    'Region | Old | New',
    'North |  | 12',
    ' | 7',
    ' |  | 9',
    `${' | '.repeat(26)}far`,
  ])
})

test('a value far beside the others names its column, and the rest of its sheet keeps its places', async () => {
  const cells = { A1: 'Name', C1: 'Fee', A2: 'Tea', C2: '3', XFD3: 'far' }
  expect(await linesOf(workbookOf({ sheets: { S: rowsXml(cells) } }))).toEqual([
    'Name |  | Fee',
    'Tea |  | 3',
    'XFD: far',
  ])
})

test('cells and rows without an address follow the one before them', async () => {
  const cell = (text: string, address = '') => `<c ${address} t="inlineStr"><is><t>${text}</t></is></c>`
  const sheet = `<sheetData><row>${cell('a')}${cell('c', 'r="C1"')}${cell('d')}</row><row>${cell('e')}</row></sheetData>`
  expect(await linesOf(workbookOf({ sheets: { S: sheet } }))).toEqual(['a |  | c | d', 'e'])
})

test('a value of merged cells is read in each row and column that it covers, and a title only once', async () => {
  const cells = {
    ...{ A1: 'Prices of 2026', A2: 'Region', B2: 'Fee', B3: 'Old', C3: 'New', A4: 'North', B4: '1', C4: '2' },
    ...{ B5: '3', C5: '4' },
  }
  const merged = ['A1:C1', 'A2:A3', 'B2:C2', 'A4:A5'].map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  const sheet = `${rowsXml(cells)}<mergeCells>${merged}</mergeCells>`
  expect(await linesOf(workbookOf({ sheets: { S: sheet } }))).toEqual([
    'Prices of 2026',
    'Region | Fee | Fee',
    'Region | Old | New',
    'North | 1 | 2',
    'North | 3 | 4',
  ])
})

test('hidden rows and columns are read and called hidden', async () => {
  const cells = { A1: 'Tea', B1: 'Fee', C1: 'Cost', D1: 'Term', A2: 'Green', C2: '3', A3: 'Black', B3: '9' }
  const rows = rowsXml(cells).replace('<row r="3"', '<row r="3" hidden="1"')
  expect(rows).toContain('hidden')
  const columns = '<cols><col min="3" max="3" hidden="1"/><col min="5" max="16384" hidden="true"/></cols>'
  expect(await linesOf(workbookOf({ sheets: { S: columns + rows } }))).toEqual([
    'Tea | Fee | Cost | Term [Hidden column: C]',
    'Green |  | 3',
    'Black | 9 [Hidden row]',
  ])
})

test('numbers are read as their cells show them', async () => {
  const shown: [format: string | number, value: number, text: string][] = [
    [0, 0.1 + 0.2, '0.3'],
    [0, 4_915_112_345_678, '4915112345678'],
    [9, 0.15, '15%'],
    ['0.0%', 0.155, '15.5%'],
    ['00000', 501, '00501'],
    ['#,##0.00 "USD"', 1234.5, '1,234.50 USD'],
    ['"€" #,##0.00', 9.5, '€ 9.50'],
    ['0.00;[Red](0.00);"none"', -3, '(3.00)'],
    ['0.00;[Red](0.00);"none"', 0, 'none'],
    ['[h]:mm:ss', 1.5, '36:00:00'],
    [46, 1.25, '30:00:00'],
    ['[mm]', 2, '2880'],
    ['yyyy-mm-dd', 46_082, '2026-03-01'],
    ['d mmm yyyy', 46_082, '1 Mar 2026'],
    ['yyyy-mm-dd', 15, '1900-01-15'],
    [14, 46_082, '2026-03-01'],
    [14, 15, '1900-01-15'],
    [22, 46_082.75, '2026-03-01 18:00:00'],
    [27, 46_082, '2026-03-01'],
    [36, 46_082, '2026-03-01'],
    [50, 46_082, '2026-03-01'],
    [58, 46_082, '2026-03-01'],
    ['hh:mm', 0.3958333333333333, '09:30'],
    [45, 0.0225, '32:24'],
    ['0\\ \\h', 12, '12 h'],
    ['[$€-407] #,##0.00', -3.5, '-€ 3.50'],
    ['[$€-de-DE] #,##0.00', 1234.5, '€ 1,234.50'],
    ['[$-FC19]d mmmm yyyy" г.";@', 46_082, '1 марта 2026 г.'],
    ['[$-FC19]dddd, d mmmm', 46_082, 'воскресенье, 1 марта'],
    ['[$-ru-RU-x-genlower]d mmmm yyyy;@', 46_082, '1 марта 2026'],
    ['[$-uk-UA-x-genlower]d mmmm yyyy" р.";@', 46_082, '1 березня 2026 р.'],
    ['[$-411]ggge"年"m"月"d"日"', 46_082, '令和8年3月1日'],
    ['[$-411]e.m.d', 46_082, '8.3.1'],
    ['[$-ja-JP-x-gannen]ggge"年"m"月"d"日";@', 46_082, '令和8年3月1日'],
    ['[$-ja-JP-x-gannen]ggge"年"m"月"d"日";@', 43_586, '令和元年5月1日'],
    ['[$-404]e/m/d;@', 46_082, '115/3/1'],
    ['[$-404]ggge"年"m"月"d"日"', 46_082, '中華民國115年3月1日'],
    ['[$-404]yyyy/m/d', 46_082, '2026/3/1'],
    ['[$-107041E]d mmm yyyy;@', 46_082, '1 มี.ค. 2569'],
    ['[$-1070000]d/m/yy', 46_082, '1/3/69'],
    ['[$-th-TH,107]d mmmm yyyy', 46_082, '1 มีนาคม 2569'],
    ['[$-41E]d mmmm yyyy', 46_082, '1 มีนาคม 2026'],
    ['[DBNum1][$-411]General', 1234, '1234'],
    ['[$-411]#,##0', 4_915_112_345_678, '4,915,112,345,678'],
    ['@', 4_915_112_345_678, '4915112345678'],
    ['"No. "General', 4_915_112_345_678, 'No. 4915112345678'],
    ['General;[Red]-General', -40_212.625, '-40212.625'],
    ['General" USD"', 0.1 + 0.2, '0.3 USD'],
    ['not a format"', 7, '7'],
  ]
  const cells = Object.fromEntries(
    shown.map(([, value], at): [string, [number, number]] => [`A${at + 1}`, [value, at + 1]]),
  )
  const file = workbookOf({ sheets: { S: rowsXml(cells) }, formats: shown.map(([format]) => format) })
  expect(await linesOf(file)).toEqual(shown.map(([, , text]) => text))
})

test('dates of a workbook that counts from 1904 are right, and its durations are not moved', async () => {
  const sheet = rowsXml({ A1: [44_620, 1], B1: [44_620, 2], C1: [1.5, 3] })
  const file = workbookOf({ sheets: { S: sheet }, formats: [14, 'dd.mm.yyyy', '[h]:mm'], properties: 'date1904="1"' })
  expect(await linesOf(file)).toEqual(['2026-03-01 | 01.03.2026 | 36:00'])
})

test('the calendar of a workbook is that of its first properties, whatever an extension adds', async () => {
  const workbook =
    '<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets><extLst><ext><x14:workbookPr defaultImageDpi="32767"/></ext></extLst></workbook>'
  const sheets = { S: rowsXml({ A1: [44_620, 1] }) }
  expect(await linesOf(workbookOf({ sheets, formats: [14], parts: { 'xl/workbook.xml': workbook } }))).toEqual([
    '2026-03-01',
  ])
})

test('escaped characters of a text are decoded, and an escaped underscore stays one', async () => {
  const sheet = '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row></sheetData>'
  const file = workbookOf({ sheets: { S: sheet }, strings: ['first_x000D_\nsecond', 'name_x005F_x0041_'] })
  expect(await linesOf(file)).toEqual(['first second | name_x0041_'])
})

test('comments and text boxes are read in the row beside which they are shown', async () => {
  const comments =
    '<comments><commentList><comment ref="B2"><text><r><t>On leave</t></r></text></comment></commentList></comments>'
  const drawing =
    '<xdr:wsDr><xdr:twoCellAnchor><xdr:from><xdr:col>3</xdr:col><xdr:row>4</xdr:row></xdr:from><xdr:sp><xdr:txBody><a:p><a:r><a:t>Call first</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor></xdr:wsDr>'
  const file = workbookOf({
    sheets: { S: rowsXml({ A1: 'Name', B1: 'Phone', A2: 'Ann', B2: '1' }) },
    relations: {
      S: [
        ['comments', '../comments1.xml'],
        ['drawing', '../drawings/drawing1.xml'],
      ],
    },
    parts: { 'xl/comments1.xml': comments, 'xl/drawings/drawing1.xml': drawing },
  })
  const { parts } = await extract(await file, 'xlsx')
  expect(parts[0]?.lines).toEqual([
    { number: 1, text: 'Name | Phone' },
    { number: 2, text: 'Ann | 1 [Comment on B2: On leave]' },
    { number: 5, text: '[Text box: Call first]' },
  ])
})

test('a module of macros in the list of sheets is no unreadable sheet', async () => {
  const parts = {
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/><sheet name="Module1" sheetId="2" r:id=""/></sheets></workbook>',
  }
  const { parts: read, warning } = await extract(
    await workbookOf({ sheets: { S: rowsXml({ A1: 'a' }) }, parts }),
    'xlsx',
  )
  expect(read.map(({ part_name }) => part_name)).toEqual(['S'])
  expect(warning).toBe(null)
})

test('a file with bytes behind its end is read', async () => {
  const file = await workbookOf({ sheets: { S: rowsXml({ A1: 'a' }) } })
  expect(await linesOf(Promise.resolve(Buffer.concat([file, Buffer.from('\r\n')])))).toEqual(['a'])
})

test('a hidden sheet is called hidden', async () => {
  const sheets = { Shown: rowsXml({ A1: 'a' }), Costs: rowsXml({ A1: 'b' }) }
  const { parts } = await extract(await workbookOf({ sheets, attributes: { Costs: 'state="hidden"' } }), 'xlsx')
  expect(parts.map(({ part_name }) => part_name)).toEqual(['Shown', 'Costs (hidden)'])
})

test('a formula without a stored value is shown as a formula, and the file says so', async () => {
  const sheet =
    '<sheetData><row r="1"><c r="A1"><f>6*7</f></c><c r="B1"><f>1+1</f><v>2</v></c><c r="C1"><f>=A1*2</f></c></row></sheetData>'
  const { parts, warning } = await extract(await workbookOf({ sheets: { S: sheet } }), 'xlsx')
  expect(parts[0]?.lines).toEqual([{ number: 1, text: '=6*7 | 2 | =A1*2' }])
  expect(warning).toBe('2 formulas have no stored value and are shown as formulas.')
})

test('a zero that its writer wants recalculated is shown as its formula', async () => {
  const cell = (address: string, formula: string, value: string) => `<c r="${address}">${formula}<v>${value}</v></c>`
  const row = (number: number, cells: string) => `<row r="${number}">${cells}</row>`
  const sheet = `<sheetData>${[
    row(1, cell('A1', '', '0') + cell('B1', '<f>SUM(A1:A9)</f>', '0') + cell('C1', '<f>1+1</f>', '2')),
    row(2, cell('A2', '<f t="array" ref="A2:A3">TREND(C2:C3,B2:B3)</f>', '0') + cell('B2', '', '5')),
    row(3, cell('A3', '', '0') + cell('B3', '', '6')),
  ].join('')}</sheetData>`
  const open = (calculation: string) => workbookOf({ sheets: { S: sheet }, calculation })
  const { parts, warning } = await extract(await open('<calcPr calcId="124519" fullCalcOnLoad="1"/>'), 'xlsx')
  expect(parts[0]?.lines.map(({ text }) => text)).toEqual(['0 | =SUM(A1:A9) | 2', '=TREND(C2:C3,B2:B3) | 5', '=? | 6'])
  expect(warning).toBe('3 formulas have no stored value and are shown as formulas.')
  expect(await linesOf(open('<calcPr calcId="191029"/>'))).toEqual(['0 | 0 | 2', '0 | 5', '0 | 6'])
})

test('a damaged sheet is named, and the others are read', async () => {
  const sheets = { One: rowsXml({ A1: 'a' }), Two: '<sheetData><row r="1">', Three: rowsXml({ A1: 'c' }) }
  const { parts, warning } = await extract(await workbookOf({ sheets }), 'xlsx')
  expect(parts.map(({ part, part_name }) => [part, part_name])).toEqual([
    [1, 'One'],
    [3, 'Three'],
  ])
  expect(warning).toBe('3 sheets, 1 unreadable (Two).')
})

test('texts that the file lacks are reported as missing', async () => {
  const sheet = '<sheetData><row r="1"><c r="A1"><v>5</v></c><c r="B1" t="s"><v>3</v></c></row></sheetData>'
  const { warning } = await extract(await workbookOf({ sheets: { S: sheet } }), 'xlsx')
  expect(warning).toBe('1 text is missing from the file.')
})

test('parts are found by their relations, whatever their names and the case of their letters', async () => {
  const file = packed({
    '_rels/.rels': relationsXml(
      [['officeDocument', '/XL/Book7.xml']],
      'http://purl.oclc.org/ooxml/officeDocument/relationships',
    ),
    'xl/book7.xml': '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/Book7.xml.rels': relationsXml([
      ['worksheet', 'Data/The%20sheet.xml'],
      ['sharedStrings', 'texts.xml'],
      ['styles', 'looks.xml'],
    ]),
    'xl/data/the sheet.xml':
      '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>0.5</v></c></row></sheetData></worksheet>',
    'xl/Texts.xml': '<sst><si><t>Kettle</t></si></sst>',
    'xl/looks.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="9"/></cellXfs></styleSheet>',
  })
  expect(await linesOf(file)).toEqual(['Kettle | 50%'])
})

test('a workbook without any value is no readable document', async () => {
  await expect(workbookOf({ sheets: { S: '<sheetData/>' } }).then((file) => extract(file, 'xlsx'))).rejects.toThrow(
    'The document has no text',
  )
})

test('raised, lowered and struck text of a cell is marked, whether a part of it or the whole is', async () => {
  const rich = (...runs: [text: string, properties?: string][]) =>
    runs.map(([text, properties = '']) => `<r><rPr>${properties}</rPr><t>${text}</t></r>`).join('')
  const power = rich(['10'], ['6', '<vertAlign val="superscript"/>'], [' cells'])
  const water = rich(
    ['H'],
    ['2', '<vertAlign val="subscript"/>'],
    ['O, '],
    ['5 l', '<strike/>'],
    ['6 l', '<strike val="0"/>'],
  )
  const sheet = `<sheetData><row><c t="s"><v>0</v></c><c t="inlineStr"><is>${water}</is></c><c s="1"><v>200</v></c><c s="2"><v>150</v></c></row></sheetData>`
  const file = packed({
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationsXml([
      ['worksheet', 'sheet.xml'],
      ['styles', 'styles.xml'],
      ['sharedStrings', 'strings.xml'],
    ]),
    'xl/sheet.xml': `<worksheet>${sheet}</worksheet>`,
    'xl/strings.xml': `<sst><si>${power}</si></sst>`,
    'xl/styles.xml':
      '<styleSheet><fonts><font/><font><strike/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/><xf fontId="0"/></cellXfs><dxfs><dxf><font><strike/></font></dxf></dxfs></styleSheet>',
  })
  expect(await linesOf(file)).toEqual(['10⁶ cells | H₂O, ~~5 l~~6 l | ~~200~~ | 150'])
})

test('a sentence that is printed high, as a footnote below a table, is read without a mark', async () => {
  const note = '(1) Eleven of twelve branches have answered so far'
  const sheet = `<sheetData><row><c t="inlineStr"><is><r><rPr><vertAlign val="superscript"/></rPr><t>${note}</t></r></is></c></row></sheetData>`
  expect(await linesOf(workbookOf({ sheets: { S: sheet } }))).toEqual([note])
})

test('pictures that a font draws for letters are read as what they show, of a whole cell and of a part of it', async () => {
  const cells =
    '<c t="inlineStr" s="1"><is><t>\u00fc</t></is></c><c t="inlineStr"><is><r><rPr><rFont val="Webdings"/></rPr><t>6</t></r><r><t> 6 %</t></r></is></c>'
  const file = workbookOf({
    sheets: { S: `<sheetData><row>${cells}</row></sheetData>` },
    parts: {
      'xl/styles.xml':
        '<styleSheet><fonts><font><name val="Calibri"/></font><font><name val="Wingdings"/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs></styleSheet>',
    },
  })
  expect(await linesOf(file)).toEqual(['✓ | ▼ 6 %'])
})
