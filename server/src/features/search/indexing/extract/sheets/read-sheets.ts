import type { Extraction, Line, Part } from '../lines.ts'
import { openPackage } from '../office/open-package.ts'
import type { Package } from '../office/package.ts'
import { relationId } from '../office/parse-xml.ts'
import { mainPart, relatedPart, withRoot } from '../office/relations.ts'
import { TextBudget } from '../text-budget.ts'
import { LimitExceeded, Unreadable } from '../unreadable.ts'
import { sentences, shareOf } from '../warnings.ts'
import { markHiddenColumns } from './mark-hidden-columns.ts'
import { repeatMerged } from './merged-cells.ts'
import { readNumberFormats } from './number-formats.ts'
import { addNotes } from './read-notes.ts'
import { readRows, type SheetContent, type Workbook } from './read-rows.ts'
import { RichText } from './rich-text.ts'
import { rowLines } from './row-lines.ts'

const KIND = 'an Excel workbook'

type Sheet = { name: string; relation: string; isHidden: boolean }

/** Sheets in their order, counted from 1; rows as the sheet counts them, whichever are empty. */
export async function readSheets(bytes: Uint8Array): Promise<Extraction> {
  const file = await openPackage(bytes)
  const main = await mainPart(file, { usual: 'xl/workbook.xml', kind: KIND })
  const { sheets, isFrom1904, isStale } = await readSheetList(file, main)
  const targets = new Map((await file.relations(main)).map(({ id, target }) => [id, target]))
  const workbook: Workbook = {
    strings: await readStrings(file, await relatedPart(file, main, 'sharedStrings', 'sharedStrings.xml')),
    show: await readNumberFormats(file, await relatedPart(file, main, 'styles', 'styles.xml'), isFrom1904),
    isFrom1904,
    isStale,
    budget: new TextBudget(),
  }
  const parts: Part[] = []
  const unreadable: string[] = []
  let firstFault: Unreadable | undefined
  let formulasWithoutValue = 0
  let missingTexts = 0
  for (const [index, { name, relation, isHidden }] of sheets.entries()) {
    try {
      const content = await readSheet(file, targets.get(relation), workbook)
      formulasWithoutValue += content.formulasWithoutValue
      missingTexts += content.missingTexts
      const part_name = isHidden ? `${name} (hidden)` : name
      if (content.lines.length > 0) parts.push({ part: index + 1, part_name, lines: content.lines })
    } catch (error) {
      if (!(error instanceof Unreadable) || error instanceof LimitExceeded) throw error
      firstFault ??= error
      unreadable.push(name)
    }
  }
  if (firstFault && unreadable.length === sheets.length) throw firstFault
  const warning = sentences([
    shareOf('sheet', sheets.length, unreadable),
    formulasWithoutValue > 0 &&
      (formulasWithoutValue === 1
        ? '1 formula has no stored value and is shown as a formula'
        : `${formulasWithoutValue} formulas have no stored value and are shown as formulas`),
    missingTexts > 0 && `${missingTexts === 1 ? '1 text is' : `${missingTexts} texts are`} missing from the file`,
  ])
  return { parts, warning }
}

async function readSheetList(file: Package, main: string) {
  const sheets: Sheet[] = []
  let isFrom1904 = false
  let isStale = false
  await file.read(
    main,
    withRoot('workbook', KIND, {
      open(name, attributes) {
        // Excel since 2013 adds a second element of this name, with properties of its own.
        if (name === 'workbookPr') isFrom1904 ||= isTrue(attributes.date1904)
        if (name === 'calcPr') isStale = isTrue(attributes.fullCalcOnLoad)
        const relation = relationId(attributes)
        // A module of macros, which Excel 95 showed as a sheet, is listed without one.
        if (name !== 'sheet' || relation === '') return
        const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden'
        sheets.push({ name: attributes.name ?? '', relation, isHidden })
      },
    }),
  )
  return { sheets, isFrom1904, isStale }
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

async function readSheet(
  file: Package,
  target: string | undefined,
  workbook: Workbook,
): Promise<SheetContent & { lines: Line[] }> {
  if (!target || !file.has(target)) throw new Unreadable('The workbook lacks its sheets')
  const content = await readRows(file, target, workbook)
  markHiddenColumns(content)
  repeatMerged(content.rows, content.merged)
  await addNotes(file, target, content.rows)
  return { ...content, lines: rowLines(content.rows, workbook.budget) }
}

async function readStrings(file: Package, part: string | null): Promise<string[]> {
  const strings: string[] = []
  if (!part) return strings
  let item = new RichText()
  await file.read(part, {
    open(name, attributes) {
      if (name === 'si') item = new RichText()
      else item.open(name, attributes)
    },
    text(piece) {
      item.addText(piece)
    },
    close(name) {
      if (name === 'si') strings.push(item.text)
      else item.close(name)
    },
  })
  return strings
}
