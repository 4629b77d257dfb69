import type { getDocumentProxy } from 'unpdf'
import { getResolvedPDFJS } from 'unpdf'
import { z } from 'zod'
import { cellText } from '../lines.ts'

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/** In thousandths of a letter's size, to the right: a space between two words. */
const WORD_GAP = -200

/** Either a letter, or by how much the next one is moved to the left. */
const Glyphs = z.array(z.union([z.number(), z.object({ unicode: z.string() }), z.null()]))
const Move = z.tuple([z.number(), z.number()])

/** What the annotations of a page have drawn into their boxes, by their ids. The library tells it by drawing the page. */
export async function readAppearances(page: Page): Promise<ReadonlyMap<string, string>> {
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList()
  const texts = new Map<string, string>()
  let id: string | null = null
  let text = ''
  for (const [at, operator] of fnArray.entries()) {
    const args: unknown = argsArray[at]
    if (operator === OPS.beginAnnotation) {
      id = z.tuple([z.string()]).rest(z.unknown()).safeParse(args).data?.[0] ?? null
      text = ''
    } else if (operator === OPS.endAnnotation) {
      if (id !== null) texts.set(id, cellText(text.replaceAll(/\s+/g, ' ')))
      id = null
    } else if (id === null) continue
    else if (operator === OPS.showText) text += shownText(args)
    else if (operator === OPS.beginText || operator === OPS.setTextMatrix || operator === OPS.nextLine) text += ' '
    else if (operator === OPS.moveText || operator === OPS.setLeadingMoveText) text += isNewLine(args) ? ' ' : ''
  }
  return texts
}

const isNewLine = (args: unknown): boolean => Move.safeParse(args).data?.[1] !== 0

function shownText(args: unknown): string {
  const { data } = z.tuple([Glyphs]).safeParse(args)
  if (!data) return ''
  return data[0].map((one) => (typeof one === 'number' ? (one < WORD_GAP ? ' ' : '') : (one?.unicode ?? ''))).join('')
}
