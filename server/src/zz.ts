import { getDocumentProxy } from 'unpdf'
import { readPdf } from './features/search/indexing/extract/pdf/read-pdf.ts'
import { pdfOf } from './testing/office-files.ts'
const st=(c:string,d='')=>`<<${d}/Length ${c.length}>>stream\n${c}\nendstream`
const show = async (name:string, f:Buffer) => { const r=await readPdf(f).catch(x=>x); console.log(name, JSON.stringify(r.parts?.flatMap((p:any)=>p.lines.map((l:any)=>l.text)) ?? String(r))) 
  if (process.argv[2]) { const d=await getDocumentProxy(new Uint8Array(f),{verbosity:0}); const {items}=await (await d.getPage(1)).getTextContent({includeMarkedContent:true}); console.log(JSON.stringify(items)); const oc=await d.getOptionalContentConfig(); console.log(oc && JSON.stringify([...(oc as any)])) } }
const put=(x:number,y:number,t:string)=>`BT /F1 10 Tf ${x} ${y} Td (${t}) Tj ET\n`
const page=(c:string,res='',cat='',more:string[]=[],pg='')=>pdfOf([`<</Type/Catalog/Pages 2 0 R${cat}>>`,'<</Type/Pages/Kids[3 0 R]/Count 1>>',`<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]${pg}/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>${res}>>/Contents 4 0 R>>`,st(c),...more])
await show('ocg', page(put(50,700,'Shown')+`/OC /L1 BDC\n${put(50,680,'Hidden layer')}EMC\n/OC /L2 BDC\n${put(50,660,'Visible layer')}EMC\n`,'/Properties<</L1 5 0 R/L2 6 0 R>>','/OCProperties<</OCGs[5 0 R 6 0 R]/D<</OFF[5 0 R]/Order[5 0 R 6 0 R]>>>>',['<</Type/OCG/Name(Draft)>>','<</Type/OCG/Name(Final)>>']))
await show('xobject oc', page(put(50,700,'Shown')+'/X1 Do\n','/XObject<</X1 7 0 R>>','/OCProperties<</OCGs[5 0 R 6 0 R]/D<</OFF[5 0 R]>>>>',['<</Type/OCG/Name(Draft)>>','<</Type/OCG/Name(Final)>>',st(put(50,680,'Hidden form'),'/Type/XObject/Subtype/Form/BBox[0 0 612 792]/OC 5 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>')]))
await show('actualtext', page(`BT /F1 10 Tf 50 700 Td (see ) Tj /Span <</ActualText (fi)>> BDC (\\001) Tj EMC (x) Tj ET\n`))
await show('rotated page', page(put(50,700,'Left')+put(300,700,'Right')+put(50,680,'Next line of it'),'','',[],'/Rotate 90'))
await show('rotated text', page(`BT /F1 10 Tf 0 1 -1 0 100 100 Tm (Side ways) Tj ET\nBT /F1 10 Tf 0 1 -1 0 115 100 Tm (second line) Tj ET\n`))
await show('invisible', page(put(50,700,'Seen')+`BT 3 Tr /F1 10 Tf 50 680 Td (ocr text) Tj ET\n`))
await show('outside', page(put(50,700,'Seen')+put(50,-100,'below page')+put(5000,700,'right of page')))
await show('white', page(put(50,700,'Seen')+`1 1 1 rg\n`+put(50,680,'white')))
await show('hyphen', page(put(50,700,'This is a docu-')+put(50,688,'ment about it.')))
await show('softhyphen', page(put(50,700,'docu\\255')+put(50,688,'ment')))
await show('ligature', page(put(50,700,'o\\223quoted\\224 \\200 5\\2267 \\231')))
await show('tj', page('BT /F1 10 Tf 50 700 Td [(A)-50(W)80(a)-300(word)] TJ ET\n'))
await show('double', page(put(50,700,'Bold text')+put(50.3,700,'Bold text')))
await show('clip', page('q 0 600 612 192 re W n\n'+put(50,700,'Seen')+put(50,300,'clipped away')+'Q\n'))
await show('leader', page(put(50,700,'Chapter 1 ...................... 12')))
await show('spaced', page('BT /F1 10 Tf 5 Tc 50 700 Td (TITLE) Tj ET\n'))
console.log('----')
const twice=(x:number,y:number,t:string)=>put(x,y,t)+put(x+0.4,y,t)
await show('table', page([twice(50,700,'Item'),twice(200,700,'Price'),put(50,685,'Lamp'),put(200,685,'12.00'),put(50,670,'Desk'),put(200,670,'12.00')].join('')))
await show('table2', page([put(50,700,'Item'),put(200,700,'Price'),put(50.4,700,'Item'),put(200.4,700,'Price'),put(50,685,'Lamp'),put(200,685,'12.00')].join('')))
await show('prose', page([twice(50,700,'Note:'),put(80,700,'Returns take two weeks.'),put(50,680,'no no')].join('')))
await show('char', page('BT /F1 10 Tf 50 700 Td (B) Tj 0.3 0 Td (B) Tj 6.4 0 Td (o) Tj 0.3 0 Td (o) Tj ET\n'))
