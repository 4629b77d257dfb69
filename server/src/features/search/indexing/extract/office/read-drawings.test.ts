import { expect, test } from 'vitest'
import { packed } from '#testing/files/office-files.ts'
import { documentOf, relationsXml } from '#testing/files/office-parts.ts'
import { extract } from '../extract.ts'

const linesOf = async (file: Promise<Buffer>) =>
  (await extract(await file, 'docx')).parts.flatMap(({ lines }) => lines.map(({ text }) => text))

test('texts of SmartArt and values of charts are read where they are shown', async () => {
  const smart = '<w:p><w:r><w:drawing><a:graphicData><dgm:relIds r:dm="rId1"/></a:graphicData></w:drawing></w:r></w:p>'
  const chart = '<w:p><w:r><w:drawing><a:graphicData><c:chart r:id="rId2"/></a:graphicData></w:drawing></w:r></w:p>'
  const point = (at: number, value: string) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`
  const file = documentOf(smart + chart, {
    'data1.xml': [
      'diagramData',
      '<dgm:dataModel><dgm:ptLst><dgm:pt><dgm:t><a:p><a:r><a:t>Check the seal</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>',
    ],
    'chart1.xml': [
      'chart',
      `<c:chartSpace><c:chart><c:title><c:tx><a:t>Sales</a:t></c:tx></c:title><c:ser><c:tx><c:strCache>${point(0, '2026')}</c:strCache></c:tx><c:cat>${point(0, 'North')}${point(1, 'South')}</c:cat><c:val>${point(1, '7')}</c:val></c:ser><c:ser><c:tx>${point(0, '2027')}</c:tx><c:cat>${point(0, 'North')}${point(1, 'South')}</c:cat><c:val>${point(0, '8')}</c:val></c:ser></c:chart></c:chartSpace>`,
    ],
  })
  expect(await linesOf(file)).toEqual([
    'Check the seal',
    '[Chart] Sales',
    ' | 2026 | 2027',
    'North |  | 8',
    'South | 7',
  ])
})

test('a chart is read with the titles of its axes, outer categories and the texts drawn on it', async () => {
  const text = (value: string) => `<a:p><a:r><a:t>${value}</a:t></a:r></a:p>`
  const title = (value: string) => `<c:title><c:tx><c:rich>${text(value)}</c:rich></c:tx></c:title>`
  const points = (values: Record<number, string>) =>
    Object.entries(values).map(([at, value]) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`)
  const levels = `<c:multiLvlStrCache><c:lvl>${points({ 0: 'May', 1: 'June', 2: 'May' }).join('')}</c:lvl><c:lvl>${points({ 0: '2025', 2: '2026' }).join('')}</c:lvl></c:multiLvlStrCache>`
  const series = (name: string, values: Record<number, string>) =>
    `<c:ser><c:tx>${points({ 0: name }).join('')}</c:tx><c:cat>${levels}</c:cat><c:val>${points(values).join('')}</c:val></c:ser>`
  const plot = `<c:plotArea>${series('Old', { 0: '4', 1: '5', 2: '6' })}${series('New', { 2: '7' })}<c:valAx>${title('Pieces')}</c:valAx></c:plotArea>`
  const file = packed({
    '_rels/.rels': relationsXml([['officeDocument', 'word/document.xml']]),
    'word/document.xml':
      '<w:document><w:body><w:p><w:r><w:drawing><c:chart r:id="rId1"/></w:drawing></w:r></w:p></w:body></w:document>',
    'word/_rels/document.xml.rels': relationsXml([['chart', 'charts/chart1.xml']]),
    'word/charts/chart1.xml': `<c:chartSpace><c:chart>${title('Returns')}${plot}</c:chart></c:chartSpace>`,
    'word/charts/_rels/chart1.xml.rels': relationsXml([['chartUserShapes', 'drawing1.xml']]),
    'word/charts/drawing1.xml': `<c:userShapes>${text('Strike in May')}</c:userShapes>`,
  })
  expect(await linesOf(file)).toEqual([
    '[Chart] Returns (Pieces)',
    ' | Old | New',
    '2025 May | 4',
    '2025 June | 5',
    '2026 May | 6 | 7',
    'Strike in May',
  ])
})

test('a chart of a newer kind is read', async () => {
  const chart =
    '<cx:chartSpace><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl><cx:pt idx="0">Opening</cx:pt><cx:pt idx="1">Sold</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl><cx:pt idx="0">90</cx:pt><cx:pt idx="1">-12</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:rich><a:p><a:r><a:t>Stock</a:t></a:r></a:p></cx:rich></cx:tx></cx:title></cx:chart></cx:chartSpace>'
  const body = '<w:p><w:r><w:drawing><cx:chart r:id="rId1"/></w:drawing></w:r></w:p>'
  expect(await linesOf(documentOf(body, { 'chartEx1.xml': ['chartEx', chart] }))).toEqual([
    '[Chart] Stock',
    'Opening | 90',
    'Sold | -12',
  ])
})

test('numbers of a chart are read as it shows them, and dates are dates', async () => {
  const point = (value: string, attributes = '') => `<c:pt idx="0" ${attributes}><c:v>${value}</c:v></c:pt>`
  const numbers = (code: string, one: string) => `<c:numCache><c:formatCode>${code}</c:formatCode>${one}</c:numCache>`
  const category = `<c:cat><c:numRef>${numbers('yyyy\\-mm\\-dd', point('44620'))}</c:numRef></c:cat>`
  const series = [
    numbers('General', point('4.4000000000000004')),
    numbers('0.0%', point('0.155')),
    numbers('General', point('0.5', 'formatCode="0%"')),
    '<c:strCache><c:pt idx="0"><c:v>007</c:v></c:pt></c:strCache>',
  ]
  const chart = `<c:chartSpace><c:date1904 val="1"/><c:chart>${series.map((values) => `<c:ser>${category}<c:val>${values}</c:val></c:ser>`).join('')}</c:chart></c:chartSpace>`
  const newer =
    '<cx:chartSpace><cx:data><cx:strDim><cx:lvl><cx:pt idx="0">Sold</cx:pt></cx:lvl></cx:strDim><cx:numDim><cx:lvl formatCode="0%"><cx:pt idx="0">0.25</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartSpace>'
  const shown = [1, 2].map((at) => `<w:p><w:r><w:drawing><c:chart r:id="rId${at}"/></w:drawing></w:r></w:p>`).join('')
  const file = documentOf(shown, { 'chart1.xml': ['chart', chart], 'chartEx1.xml': ['chartEx', newer] })
  expect(await linesOf(file)).toEqual(['2026-03-01 | 4.4 | 15.5% | 50% | 007', 'Sold | 25%'])
})
