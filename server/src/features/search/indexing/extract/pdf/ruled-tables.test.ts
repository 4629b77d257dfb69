import { expect, test } from 'vitest'
import { pdfPage, put } from '#testing/files/pdf-pages.ts'
import { extract } from '../extract.ts'
import { drawnLinesOf } from './change-library.ts'
import { MAX_LINES } from './drawn-lines.ts'

const linesOf = async (...content: string[]) =>
  (await extract(pdfPage(content.join('')), 'pdf')).parts.flatMap(({ lines }) => lines.map(({ text }) => text))

type Draw = (left: number, bottom: number, right: number, top: number) => string
const stroke: Draw = (left, bottom, right, top) => `${left} ${bottom} m ${right} ${top} l S\n`
/** As Word and browsers draw borders. */
const fill: Draw = (left, bottom, right, top) =>
  `${left} ${bottom} ${right === left ? 0.5 : right - left} ${top === bottom ? 0.5 : top - bottom} re f\n`

/** Lines at all of these places, from end to end. */
const grid = (xs: number[], ys: number[], draw: Draw = stroke): string => {
  const [left = 0, right = 0] = [xs[0], xs.at(-1)]
  const [bottom = 0, top = 0] = [ys[0], ys.at(-1)]
  return [...xs.map((x) => draw(x, bottom, x, top)), ...ys.map((y) => draw(left, y, right, y))].join('')
}

const RESULTS = [
  put(52, 704, 'Region') + put(132, 704, '2024') + put(232, 704, '2025') + put(332, 704, 'Change'),
  put(132, 684, 'Plan') + put(182, 684, 'Actual') + put(232, 684, 'Plan') + put(282, 684, 'Actual'),
  put(52, 664, 'North') + put(132, 664, '1,200') + put(182, 664, '1,150') + put(232, 664, '1,300'),
  put(304, 664, '1,410') + put(332, 664, '+22.6%'),
  put(52, 644, 'West') + put(132, 644, '400') + put(232, 644, '500') + put(332, 644, 'n/a'),
].join('')
const RESULT_LINES = [
  'Region | 2024 |  | 2025 |  | Change',
  ' | Plan | Actual | Plan | Actual',
  'North | 1,200 | 1,150 | 1,300 | 1,410 | +22.6%',
  'West | 400 |  | 500 |  | n/a',
]

test.each([
  ['strokes', stroke],
  ['thin rectangles', fill],
])(
  'a cell with %s around it is one, however near its neighbors are and however many columns it has',
  async (_, draw) => {
    const borders = [
      ...[50, 130, 230, 330, 400].map((x) => draw(x, 640, x, 720)),
      ...[180, 280].map((x) => draw(x, 640, x, 700)),
      ...[640, 660, 680, 720].map((y) => draw(50, y, 400, y)),
      draw(130, 700, 330, 700),
    ]
    expect(await linesOf(put(50, 740, 'Results'), ...borders, RESULTS, put(50, 600, 'In thousands'))).toEqual([
      'Results',
      ...RESULT_LINES,
      'In thousands',
    ])
  },
)

test('borders of each cell, in other units and on a page that is turned over, are those of one table', async () => {
  const cells = [640, 660, 680, 700].flatMap((y) =>
    [50, 130, 180, 230, 280, 330].map(
      (x) => `${2 * x} ${-2 * y} ${2 * (x === 330 ? 70 : x === 50 ? 80 : 50)} -40 re S\n`,
    ),
  )
  expect(await linesOf(`q .5 0 0 -.5 0 0 cm\n${cells.join('')}Q\n`, RESULTS)).toEqual(RESULT_LINES)
})

test('a cell over several rows is in the first of them, and its lines are one text', async () => {
  const content = [
    grid([50, 150, 250, 350], [620, 700, 720]),
    stroke(150, 660, 350, 660),
    put(52, 704, 'Branch') + put(152, 704, 'Day') + put(252, 704, 'Open'),
    put(52, 668, 'Central') + put(52, 656, 'station') + put(52, 644, 'north'),
    put(152, 674, 'Mon-Sat') + put(252, 674, '9:00'),
    put(152, 634, 'Sun') + put(252, 634, 'closed'),
  ]
  expect(await linesOf(...content)).toEqual([
    'Branch | Day | Open',
    'Central station north | Mon-Sat | 9:00',
    ' | Sun | closed',
  ])
})

test('a table without lines at its sides keeps its outer columns', async () => {
  const inner = [stroke(150, 640, 150, 720), stroke(250, 640, 250, 720)]
  const between = [680, 700].map((y) => stroke(50, y, 350, y))
  const rows = [706, 686, 666].map(
    (y, at) => put(52, y, `Row ${at}`) + put(152, y, `${at}`) + put(252, y, `Note ${at}`),
  )
  expect(await linesOf(...inner, ...between, ...rows)).toEqual([
    'Row 0 | 0 | Note 0',
    'Row 1 | 1 | Note 1',
    'Row 2 | 2 | Note 2',
  ])
})

test('lines that are no borders of a table change nothing', async () => {
  const framed = [
    grid([40, 400], [680, 720]),
    put(50, 704, 'Please note: the shop'),
    put(50, 692, 'is closed on Monday'),
  ]
  expect(await linesOf(...framed)).toEqual(['Please note: the shop', 'is closed on Monday'])

  const chart = [
    grid([50, 100, 150, 200, 250], [600, 620, 640, 660, 680]),
    put(80, 628, 'A label over lines'),
    put(120, 648, 'Peak of May'),
  ]
  expect(await linesOf(...chart)).toEqual(['A label over lines', 'Peak of May'])

  const prose = (x: number) =>
    Array.from({ length: 40 }, (_, at) => put(x, 700 - 12 * at, 'Words of one column of a newspaper page')).join('')
  const newspaper = await linesOf(grid([50, 300, 550], [100, 400, 720]), prose(55), prose(305))
  expect(newspaper).toHaveLength(80)
})

test('a drawing of very many lines is read as its words', async () => {
  const hatching = Array.from({ length: 30_000 }, (_, at) => stroke(50 + (at % 500), 100, 50 + (at % 500), 700)).join(
    '',
  )
  const path = Array.from({ length: 30_000 }, (_, at) => `${at % 500} ${at % 700} l\n`).join('')
  expect(
    await linesOf(hatching, `0 0 m\n${path}S\n`, grid([50, 150, 250], [680, 700, 720]), put(52, 704, 'Plan')),
  ).toEqual(['Plan'])
})

test('of a page with more lines than a table has, none is a border', () => {
  const line = { isVertical: true, at: 50, from: 100, to: 700 }
  const items = (count: number) => [{ type: 'drawnLines', lines: Array(count).fill(line) }, { str: 'Plan' }]
  expect(drawnLinesOf(items(MAX_LINES))).toHaveLength(MAX_LINES)
  expect(drawnLinesOf(items(MAX_LINES + 1))).toEqual([])
})

test('headings above the first line of a table are its first row', async () => {
  const content = [
    grid([50, 150, 250, 350], [640, 660, 680]),
    put(50, 740, 'Fees of this year') + put(52, 686, 'Place') + put(152, 686, 'Fee') + put(252, 686, 'Note'),
    put(52, 666, 'North') + put(152, 666, '10') + put(252, 666, 'later') + put(52, 646, 'South') + put(152, 646, '12'),
  ]
  expect(await linesOf(...content)).toEqual([
    'Fees of this year',
    'Place | Fee | Note',
    'North | 10 | later',
    'South | 12',
  ])
  const title = put(50, 684, 'Fees of this year, as they were agreed')
  expect((await linesOf(title, ...content.filter((_, at) => at !== 1)))[0]).toBe(
    'Fees of this year, as they were agreed',
  )
})

test('rows without lines between them are found by their places', async () => {
  const rows = ['Room | 40', 'Hall | 75', 'Depot | 120', 'Gate | 8'].map((row, at) => {
    const [name = '', size = ''] = row.split(' | ')
    return put(52, 684 - 12 * at, name) + put(152, 684 - 12 * at, size)
  })
  expect(
    await linesOf(grid([50, 150, 250], [640, 698, 715]), put(52, 702, 'Place') + put(152, 702, 'Size'), ...rows),
  ).toEqual(['Place | Size', 'Room | 40', 'Hall | 75', 'Depot | 120', 'Gate | 8'])
})

test('the last row of a table is no heading of the one below it', async () => {
  const rows = (top: number, words: string[][]) =>
    words.map((row, at) => row.map((text, column) => put(52 + 100 * column, top - 20 * at, text)).join('')).join('')
  const content = [
    grid([50, 150, 250], [660, 680, 700]) + grid([50, 150, 250], [614, 634, 654]),
    rows(686, [
      ['Place', 'Fee'],
      ['North', '10'],
    ]) +
      rows(640, [
        ['Day', 'Open'],
        ['Sunday', 'closed'],
      ]),
  ]
  expect(await linesOf(...content)).toEqual(['Place | Fee', 'North | 10', 'Day | Open', 'Sunday | closed'])
})
