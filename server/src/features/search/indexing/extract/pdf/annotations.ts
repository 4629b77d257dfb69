import { z } from 'zod'
import { cellText } from '../lines.ts'

const MAX_VALUE_LENGTH = 100_000

/** What the library tells of an annotation differs by its kind. */
const Annotation = z.object({
  id: z.string().optional(),
  hasAppearance: z.boolean().optional(),
  textContent: z.array(z.string()).nullish().catch(null),
  subtype: z.string().optional(),
  fieldType: z.string().nullish(),
  fieldName: z.string().nullish().catch(null),
  alternativeText: z.string().nullish().catch(null),
  fieldValue: z.unknown().optional(),
  exportValue: z.unknown().optional(),
  buttonValue: z.unknown().optional(),
  checkBox: z.boolean().optional(),
  radioButton: z.boolean().optional(),
  hidden: z.boolean().optional(),
  password: z.boolean().optional(),
  contentsObj: z.object({ str: z.string() }).nullish().catch(null),
  options: z
    .array(z.object({ exportValue: z.unknown().optional(), displayValue: z.unknown().optional() }))
    .nullish()
    .catch(null),
})
type Annotation = z.infer<typeof Annotation>

/** Fields of the library's flags: what is hidden or not viewed is not seen on the page. */
const HIDDEN_FLAGS = 0x02 | 0x20
const NOTES = new Set(['Text', 'FreeText', 'Stamp', 'Highlight', 'Underline', 'Square', 'Circle', 'Line', 'Ink'])

/** A line for each filled, ticked or signed field of a page, by the name that it has there, and for each note and stamp. */
export function readAnnotations(annotations: readonly unknown[], drawn: ReadonlyMap<string, string>): string[] {
  return annotations.flatMap(visible).flatMap((annotation) => {
    const text = annotationText(annotation, drawn.get(annotation.id ?? '') ?? '')
    return text === '' ? [] : [text.slice(0, MAX_VALUE_LENGTH)]
  })
}

/** Whether the text of an annotation is only in what it has drawn, as that of a signature is. */
export const hasDrawnText = (annotations: readonly unknown[]): boolean => annotations.flatMap(visible).some(isOnlyDrawn)

const isOnlyDrawn = (annotation: Annotation): boolean =>
  annotation.hasAppearance === true &&
  (annotation.fieldType === 'Sig' || (annotation.subtype === 'Stamp' && noteText(annotation) === ''))

function visible(one: unknown): Annotation[] {
  const { data } = Annotation.safeParse(one)
  const flags = z.object({ annotationFlags: z.number() }).safeParse(one).data?.annotationFlags ?? 0
  return data && (flags & HIDDEN_FLAGS) === 0 ? [data] : []
}

function annotationText(annotation: Annotation, drawn: string): string {
  if (!isOnlyDrawn(annotation)) return annotation.subtype === 'Widget' ? fieldText(annotation) : noteText(annotation)
  return drawn === '' ? '' : `[${annotation.fieldType === 'Sig' ? 'Signature' : 'Stamp'}: ${drawn}]`
}

function noteText({ subtype = '', contentsObj }: Annotation): string {
  const text = cellText(contentsObj?.str ?? '')
  return NOTES.has(subtype) && text !== '' ? `[Note: ${text}]` : ''
}

function fieldText(field: Annotation): string {
  const name = cellText(field.alternativeText || field.fieldName || '')
  if (field.fieldType === 'Btn') return buttonText(field, name)
  if (field.fieldType !== 'Tx' && field.fieldType !== 'Ch') return ''
  // Who opens the file sees dots.
  if (field.password) return ''
  const values = Array.isArray(field.fieldValue) ? field.fieldValue : [field.fieldValue]
  const stored = cellText(
    values
      .filter((one) => typeof one === 'string')
      .map((one) => displayed(field, one))
      .join(', '),
  )
  // The value of a formatted text may be a stream, which the library does not read.
  const value = stored === '' && field.fieldType === 'Tx' ? cellText((field.textContent ?? []).join(' ')) : stored
  if (value === '') return ''
  return name === '' ? value : `${name}: ${value}`
}

function displayed({ options }: Annotation, value: string): string {
  const option = options?.find(({ exportValue }) => exportValue === value)
  return typeof option?.displayValue === 'string' ? option.displayValue : value
}

function buttonText(field: Annotation, name: string): string {
  if (field.checkBox) {
    const isTicked = typeof field.fieldValue === 'string' && !/^(Off)?$/.test(field.fieldValue)
    const isThis = typeof field.exportValue !== 'string' || field.exportValue === field.fieldValue
    return `${isTicked && isThis ? '☒' : '☐'} ${name}`
  }
  if (!field.radioButton) return ''
  const value = typeof field.buttonValue === 'string' ? field.buttonValue : ''
  return `${value !== '' && field.fieldValue === value ? '◉' : '○'} ${name}: ${value}`
}
