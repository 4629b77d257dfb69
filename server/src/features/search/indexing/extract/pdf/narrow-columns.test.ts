import { expect, test } from 'vitest'
import { pdfPage, put } from '#testing/files/pdf-pages.ts'
import { extract } from '../extract.ts'

const linesOf = async (...content: string[]) =>
  (await extract(pdfPage(content.join('')), 'pdf')).parts.flatMap(({ lines }) => lines.map(({ text }) => text))

/** A number that ends at a place, in the font of the pages: digits are 5.56 points wide, separators 2.78. */
const number = (right: number, y: number, text: string): string =>
  put(right - [...text].reduce((sum, letter) => sum + (/\d/.test(letter) ? 5.56 : 2.78), 0), y, text)

const rowsFrom = (top: number, spacing: number, rows: ((y: number) => string)[]): string =>
  rows.map((row, at) => row(top - spacing * at)).join('')

test('columns whose texts are as near as words are parted by what lies below each other', async () => {
  const content = rowsFrom(700, 15, [
    (y) => put(50, y, 'Place') + put(113, y, 'Price') + put(143, y, 'Note'),
    (y) => put(50, y, 'North') + number(140, y, '4,772.40') + put(143, y, 'Only rooms with a view of the garden'),
    (y) => put(50, y, 'Depot') + number(140, y, '8,017.28') + put(143, y, 'Ask first'),
    (y) => put(50, y, 'Annex') + number(140, y, '5,995.73'),
    (y) => put(50, y, 'Gate') + put(143, y, 'See above'),
    (y) => put(50, y, 'Hall') + number(140, y, '3,823.06') + put(143, y, 'No pets'),
  ])
  expect(await linesOf(content)).toEqual([
    'Place | Price | Note',
    'North | 4,772.40 | Only rooms with a view of the garden',
    'Depot | 8,017.28 | Ask first',
    'Annex | 5,995.73',
    'Gate |  | See above',
    'Hall | 3,823.06 | No pets',
  ])
})

test('numbers behind the longest text of a column are a column', async () => {
  const content = rowsFrom(700, 15, [
    (y) => put(50, y, 'Article') + put(118, y, 'Since'),
    (y) => put(50, y, 'Screw M4 box') + number(156, y, '1,204.00'),
    (y) => put(50, y, 'Nail') + number(156, y, '12.50'),
    (y) => put(50, y, 'Long bolt') + number(156, y, '318.75'),
    (y) => put(50, y, 'Nut') + number(156, y, '1,006.10'),
  ])
  expect(await linesOf(content)).toEqual([
    'Article | Since',
    'Screw M4 box | 1,204.00',
    'Nail | 12.50',
    'Long bolt | 318.75',
    'Nut | 1,006.10',
  ])
})

test('words that lie below each other are no columns: equal words, marks of lists, dots, and spaces of prose', async () => {
  const rooms = rowsFrom(
    700,
    15,
    [1, 2, 3, 4].map((room) => (y) => put(50, y, `Room ${room}`)),
  )
  const list = rowsFrom(
    600,
    15,
    ['Bring', 'Pay', 'Wait'].map((text) => (y) => put(50, y, '-') + put(59, y, text)),
  )
  const dots = rowsFrom(500, 15, [
    (y) => put(50, y, '1.1 Scope . . . . . . . .') + put(200, y, '1'),
    (y) => put(50, y, '1.2 Terms . . . . . . . .') + put(200, y, '2'),
    (y) => put(50, y, '1.3 Times . . . . . . . .') + put(200, y, '3'),
    (y) => put(50, y, '1.4 Tours . . . . . . . .') + put(200, y, '4'),
  ])
  const prose = rowsFrom(400, 15, [
    (y) => put(50, y, 'The') + put(72, y, 'doors') + put(103, y, 'are open.'),
    (y) => put(50, y, 'Two') + put(75, y, 'halls') + put(103, y, 'are not.'),
    (y) => put(50, y, 'See') + put(72, y, 'the list') + put(110, y, 'below.'),
  ])
  expect(await linesOf(rooms, list, dots, prose)).toEqual([
    ...['Room 1', 'Room 2', 'Room 3', 'Room 4', '- Bring', '- Pay', '- Wait'],
    ...['1.1 Scope', '1.2 Terms', '1.3 Times', '1.4 Tours'].map((title, at) => `${title} . . . . . . . . | ${at + 1}`),
    ...['The doors are open.', 'Two halls are not.', 'See the list below.'],
  ])
})

test('a row keeps its values where a tall cell begins above them', async () => {
  const content = rowsFrom(700, 34, [
    (y) => put(50, y, 'Place') + put(150, y, 'Price') + put(250, y, 'Note'),
    (y) => put(50, y, 'North') + put(150, y, '12') + put(250, y + 11, 'Only rooms') + put(250, y, 'with a view'),
    (y) => put(250, y + 11, 'Ask first, or') + put(250, y, 'write to us') + put(50, y, 'South') + put(150, y, '15'),
    (y) => put(50, y, 'East') + put(150, y, '9') + put(250, y, 'New'),
  ])
  expect(await linesOf(content)).toEqual([
    'Place | Price | Note',
    'North | 12 | Only rooms with a view',
    'South | 15 | Ask first, or write to us',
    'East | 9 | New',
  ])
})

test('lines of a cell are one cell also where they are far apart, and short ones below each other are rows', async () => {
  const table = (second: string, third: string) => [
    put(50, 700, 'Place') + put(150, 700, 'Note'),
    put(50, 680, 'North') + put(150, 680, 'Only for rooms with a view of the'),
    put(150, 666, second),
    put(50, 646, 'South') + put(150, 646, third),
    put(50, 626, 'East') + put(150, 626, 'New'),
  ]
  expect(await linesOf(...table('garden', 'No pets'))).toEqual([
    'Place | Note',
    'North | Only for rooms with a view of the garden',
    'South | No pets',
    'East | New',
  ])
  const short = [
    put(50, 700, 'Place') + put(150, 700, 'Parts of the area') + put(50, 680, 'North') + put(150, 680, 'Hall'),
    put(150, 666, 'Yard') +
      put(50, 646, 'South') +
      put(150, 646, 'Attic') +
      put(50, 626, 'East') +
      put(150, 626, 'Loft'),
  ]
  expect(await linesOf(...short)).toEqual([
    'Place | Parts of the area',
    'North | Hall',
    ' | Yard',
    'South | Attic',
    'East | Loft',
  ])
})

test('a label without values is a row, also where rows are as near as lines, and so is a sentence above a table', async () => {
  const content = rowsFrom(700, 12, [
    (y) => put(50, y, 'The figures hold for the whole of the year.'),
    (y) => put(50, y, 'Item') + put(150, y, 'Now') + put(200, y, 'Then'),
    (y) => put(50, y, 'Assets'),
    (y) => put(50, y, 'Cash') + put(150, y, '12') + put(200, y, '10'),
    (y) => put(50, y, 'Stock') + put(150, y, '7') + put(200, y, '8'),
    (y) => put(50, y, 'Costs'),
    (y) => put(50, y, 'Rent') + put(150, y, '3') + put(200, y, '3'),
  ])
  expect(await linesOf(content)).toEqual([
    'The figures hold for the whole of the year.',
    'Item | Now | Then',
    'Assets',
    'Cash | 12 | 10',
    'Stock | 7 | 8',
    'Costs',
    'Rent | 3 | 3',
  ])
})
