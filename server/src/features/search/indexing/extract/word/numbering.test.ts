import { expect, test } from 'vitest'
import { documentOf, paragraph } from '#testing/files/office-parts.ts'
import { extract } from '../extract.ts'

test.each([
  ['ideographTraditional', '甲', '乙'],
  ['ganada', '가', '나'],
  ['aiueoFullWidth', 'ア', 'イ'],
  ['thaiLetters', 'ก', 'ข'],
  ['arabicAbjad', 'أ', 'ب'],
  ['hebrew2', 'א', 'ב'],
  ['decimalEnclosedParen', '⑴', '⑵'],
  ['numberInDash', '- 1 -', '- 2 -'],
  ['ordinalText', 'First', 'Second'],
  ['cardinalText', 'One', 'Two'],
])('a list has the numbers of its format: %s', async (format, first, second) => {
  const level = `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="%1:"/></w:lvl>`
  const lists = `<w:numbering><w:abstractNum w:abstractNumId="0">${level}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
  const numbered = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
  const body = paragraph('Fees', numbered) + paragraph('Dates', numbered)
  const { parts } = await extract(await documentOf(body, { 'numbering.xml': ['numbering', lists] }), 'docx')
  expect(parts.flatMap(({ lines }) => lines.map(({ text }) => text))).toEqual([`${first}: Fees`, `${second}: Dates`])
})
