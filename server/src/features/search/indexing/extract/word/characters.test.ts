import { expect, test } from 'vitest'
import { documentOf, styledRun as styled } from '#testing/files/office-parts.ts'
import { extract } from '../extract.ts'

const linesOf = async (file: Promise<Buffer>) =>
  (await extract(await file, 'docx')).parts.flatMap(({ lines }) => lines.map(({ text }) => text))
const plain = (text: string) => styled(text, '')
const raisedRun = (text: string) => styled(text, '<w:vertAlign w:val="superscript"/>')
const loweredRun = (text: string) => styled(text, '<w:vertAlign w:val="subscript"/>')

test.each([
  ['a power', plain('10') + raisedRun('6') + plain(' cells'), '10⁶ cells'],
  ['a negative power in several runs', plain('10') + raisedRun('-') + raisedRun('6'), '10⁻⁶'],
  ['a formula', plain('H') + loweredRun('2') + plain('O'), 'H₂O'],
  ['an ordinal', plain('the 1') + raisedRun('st') + plain(' floor'), 'the 1ˢᵗ floor'],
  ['what has no raised letters', plain('2') + raisedRun('n/') + raisedRun('2') + plain('x'), '2^(n/2)x'],
  ['a list of marks', plain('Fee') + raisedRun('1,2'), 'Fee^(1,2)'],
  ['by its distance from the line', plain('m') + styled('2', '<w:position w:val="8"/><w:sz w:val="19"/>'), 'm²'],
  ['moved and as large as before', plain('m') + styled('2', '<w:position w:val="8"/>'), 'm2'],
  ['by the style of its characters', plain('m') + styled('2', '<w:rStyle w:val="Power"/>'), 'm²'],
  [
    'at its line, although its style is raised',
    plain('m') + styled('2', '<w:rStyle w:val="Power"/><w:vertAlign w:val="baseline"/>'),
    'm2',
  ],
])('raised and lowered text is not joined to the number before it: %s', async (_, runs, text) => {
  const styles =
    '<w:styles><w:style w:type="character" w:styleId="Power"><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style></w:styles>'
  expect(await linesOf(documentOf(`<w:p>${runs}</w:p>`, { 'styles.xml': ['styles', styles] }))).toEqual([text])
})

test('text that is struck through is marked, also in several runs', async () => {
  const struck = (text: string, more = '') => styled(text, `<w:strike/>${more}`)
  const body = [
    `<w:p>${plain('Fee: ')}${struck('200 ')}${plain('150')}</w:p>`,
    `<w:p>${struck('10')}${struck('6', '<w:vertAlign w:val="superscript"/>')}${styled(' old', '<w:dstrike/>')}${plain('7')}</w:p>`,
    `<w:p>${styled('150', '<w:strike w:val="0"/>')}${struck(' ')}</w:p>`,
  ]
  expect(await linesOf(documentOf(body.join('')))).toEqual(['Fee: ~~200~~ 150', '~~10⁶ old~~7', '150'])
})

test.each([
  ['typed as a letter', styled('\u00fc', '<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>'), '✓ paid'],
  ['stored as no letter', styled('\uf0de', '<w:rFonts w:ascii="Symbol"/>'), '⇒ paid'],
  ['in the font of its style', styled('\uf0fb', '<w:rStyle w:val="Tick"/>'), '✗ paid'],
  ['in a font of the theme', styled('a', '<w:rFonts w:ascii="Symbol" w:asciiTheme="minorHAnsi"/>'), 'a paid'],
  ['without a known meaning', styled('\uf03c', '<w:rFonts w:ascii="Wingdings"/>'), ' paid'],
  [
    'as an element',
    '<w:r><w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr><w:sym w:font="Symbol" w:char="F0DA"/></w:r>',
    '∨ paid',
  ],
])('a picture that a font draws for a letter is read as what it shows: %s', async (_, run, text) => {
  const styles =
    '<w:styles><w:style w:type="character" w:styleId="Tick"><w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr></w:style></w:styles>'
  const file = documentOf(`<w:p>${run}${plain(' paid')}</w:p>`, { 'styles.xml': ['styles', styles] })
  expect(await linesOf(file)).toEqual([text])
})

test('the large first letter of a text is joined to its word', async () => {
  const frame = (kind: string) => `<w:framePr w:dropCap="${kind}" w:lines="3" w:wrap="around"/>`
  const large = '<w:position w:val="-12"/><w:sz w:val="112"/>'
  const body = [
    `<w:p><w:pPr>${frame('drop')}</w:pPr>${styled('O', large)}</w:p><w:p>${plain('nce a year')}</w:p>`,
    `<w:p><w:pPr>${frame('margin')}</w:pPr>${styled('W', large)}</w:p><w:p>${plain('e deliver')}</w:p>`,
    `<w:p><w:pPr>${frame('none')}</w:pPr>${plain('Beside')}</w:p><w:p>${plain('the text')}</w:p>`,
  ]
  expect(await linesOf(documentOf(body.join('')))).toEqual(['Once a year', 'We deliver', 'Beside', 'the text'])
})
