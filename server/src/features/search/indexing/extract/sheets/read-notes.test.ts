import { expect, test } from 'vitest'
import { relationsXml, rowsXml, workbookOf } from '#testing/files/office-parts.ts'
import { extract } from '../extract.ts'

const linesOf = async (file: Promise<Buffer>) =>
  (await extract(await file, 'xlsx')).parts.flatMap(({ lines }) => lines.map(({ text }) => text))

test('titles of charts are read beside the rows where they are shown', async () => {
  const anchor = '<xdr:twoCellAnchor><xdr:from><xdr:col>3</xdr:col><xdr:row>1</xdr:row></xdr:from>'
  const title = (text: string) =>
    `<c:title><c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`
  const file = workbookOf({
    sheets: { S: rowsXml({ A1: 'Month', A2: 'May' }) },
    relations: { S: [['drawing', '../drawings/drawing1.xml']] },
    parts: {
      'xl/drawings/drawing1.xml': `<xdr:wsDr>${anchor}<xdr:graphicFrame><a:graphicData><c:chart r:id="rId1"/></a:graphicData></xdr:graphicFrame></xdr:twoCellAnchor></xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': relationsXml([['chart', '../charts/chart1.xml']]),
      'xl/charts/chart1.xml': `<c:chartSpace><c:chart>${title('Returns')}<c:plotArea><c:catAx>${title('Month')}</c:catAx><c:valAx>${title('Pieces')}</c:valAx></c:plotArea></c:chart></c:chartSpace>`,
    },
  })
  expect(await linesOf(file)).toEqual(['Month', 'May [Chart: Returns (Month, Pieces)]'])
})

test('form controls are read with their state, and their labels once', async () => {
  const control = (kind: string, row: number, label: string, more = '') =>
    `<v:shape><v:textbox><div><font>${label}</font></div></v:textbox><x:ClientData ObjectType="${kind}"><x:Anchor>1, 0, ${row}, 4, 2, 0, ${row + 1}, 4</x:Anchor>${more}</x:ClientData></v:shape>`
  const box = `<xdr:twoCellAnchor><xdr:from><xdr:row>1</xdr:row></xdr:from><xdr:sp><xdr:txBody><a:p><a:r><a:t>Seal checked</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor>`
  const file = workbookOf({
    sheets: { S: rowsXml({ A1: 'Delivery', A2: 'Ramp 4', A3: 'Ramp 5' }) },
    relations: {
      S: [
        ['vmlDrawing', '../drawings/vmlDrawing1.vml'],
        ['drawing', '../drawings/drawing1.xml'],
      ],
    },
    parts: {
      'xl/drawings/vmlDrawing1.vml': `<xml>${control('Checkbox', 1, 'Seal checked', '<x:Checked>1</x:Checked>')}${control('Checkbox', 2, 'Driver known')}${control('Button', 2, 'Send')}${control('Note', 0, 'A comment')}</xml>`,
      'xl/drawings/drawing1.xml': `<xdr:wsDr>${box}</xdr:wsDr>`,
    },
  })
  expect(await linesOf(file)).toEqual(['Delivery', 'Ramp 4 ☒ Seal checked', 'Ramp 5 ☐ Driver known [Button: Send]'])
})

test('a sheet is read whose drawing of controls is no XML', async () => {
  const file = workbookOf({
    sheets: { S: rowsXml({ A1: 'Delivery' }) },
    relations: { S: [['vmlDrawing', '../drawings/vmlDrawing1.vml']] },
    parts: { 'xl/drawings/vmlDrawing1.vml': '<xml><br></xml>' },
  })
  expect(await linesOf(file)).toEqual(['Delivery'])
})

test('a text box that its author has hidden is not read', async () => {
  const box = (text: string, hidden: string) =>
    `<xdr:twoCellAnchor><xdr:from><xdr:row>1</xdr:row></xdr:from><xdr:sp><xdr:nvSpPr><xdr:cNvPr id="2" name="x" hidden="${hidden}"/></xdr:nvSpPr><xdr:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor>`
  const file = workbookOf({
    sheets: { S: rowsXml({ A1: 'Delivery', A2: 'Ramp 4' }) },
    relations: { S: [['drawing', '../drawings/drawing1.xml']] },
    parts: { 'xl/drawings/drawing1.xml': `<xdr:wsDr>${box('Old plan', '1')}${box('Call first', '0')}</xdr:wsDr>` },
  })
  expect(await linesOf(file)).toEqual(['Delivery', 'Ramp 4 [Text box: Call first]'])
})
