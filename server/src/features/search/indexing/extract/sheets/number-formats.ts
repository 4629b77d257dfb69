import type { Package } from '../office/package.ts'
import type { Attributes } from '../office/parse-xml.ts'
import { PLAIN, styledText, type TextStyle } from '../styled-text.ts'
import { drawsPictures } from '../symbol-fonts.ts'
import { withFontProperty } from './rich-text.ts'
import { DAY_MS, DAYS_TO_1904, type ShowFormatted, showFormat, showGeneral, UNIX_EPOCH_SERIAL } from './show-number.ts'

/** Shows a value as its cell does; a number format may also say how a text is shown. */
export type ShowValue = (value: number | string, style: number) => string

/** The number formats of a workbook, by the styles that cells name. */
export async function readNumberFormats(file: Package, styles: string | null, isFrom1904: boolean): Promise<ShowValue> {
  const codes = new Map<number, string>()
  const shown: ShowFormatted[] = []
  const fonts: TextStyle[] = []
  let isInCellStyles = false
  let isInFonts = false
  if (styles)
    await file.read(styles, {
      open(name, attributes) {
        const { numFmtId, formatCode = '', fontId } = attributes
        if (name === 'fonts') isInFonts = true
        else if (isInFonts) readFont(fonts, name, attributes)
        else if (name === 'numFmt') codes.set(Number(numFmtId), formatCode)
        else if (name === 'cellXfs') isInCellStyles = true
        else if (name === 'xf' && isInCellStyles)
          shown.push(
            withFont(showFormat(Number(numFmtId ?? 0), codes.get(Number(numFmtId)), isFrom1904), fonts[Number(fontId)]),
          )
      },
      close(name) {
        if (name === 'cellXfs') isInCellStyles = false
        else if (name === 'fonts') isInFonts = false
      },
    })
  return (value, style) => (shown[style] ?? showGeneral)(value)
}

function readFont(fonts: TextStyle[], name: string, attributes: Attributes): void {
  if (name === 'font') fonts.push(PLAIN)
  else fonts.push(withFontProperty(fonts.pop() ?? PLAIN, name, attributes))
}

function withFont(show: ShowFormatted, style: TextStyle | undefined): ShowFormatted {
  return style && (style.shift || style.isStruck || drawsPictures(style.font))
    ? (value) => styledText(show(value), style)
    : show
}

/** The number of days of an ISO date as a cell stores it, or null. */
export function serialOf(iso: string, isFrom1904: boolean): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})?(?:T?(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?Z?$/.exec(iso)
  if (!match || iso === '') return null
  const [, day, time = '00:00'] = match
  const parsed = Date.parse(`${day ?? '1970-01-01'}T${time}Z`)
  if (Number.isNaN(parsed)) return null
  const serial = parsed / DAY_MS + (day ? UNIX_EPOCH_SERIAL : 0)
  return isFrom1904 && day ? serial - DAYS_TO_1904 : serial
}
