import { z } from 'zod'

/**
 * Telegram shows the Markdown of a bot in blocks, without a text: https://core.telegram.org/bots/api#richmessage. Only what
 * is read is declared.
 */
type RichText =
  | string
  | RichText[]
  | { text?: RichText | undefined; alternative_text?: string | undefined; expression?: string | undefined }

const RichText: z.ZodType<RichText> = z.lazy(() =>
  z.union([
    z.string(),
    z.array(RichText),
    z.object({
      text: RichText.optional(),
      alternative_text: z.string().optional(),
      expression: z.string().optional(),
    }),
  ]),
)

const Block = z.object({
  text: RichText.optional(),
  summary: RichText.optional(),
  expression: z.string().optional(),
  cells: z.array(z.array(z.object({ text: RichText.optional() }))).optional(),
  caption: RichText.optional(),
  get blocks() {
    return z.array(Block).optional()
  },
  get items() {
    return z.array(z.object({ label: z.string().optional(), blocks: z.array(Block) })).optional()
  },
})
type Block = z.infer<typeof Block>

export const RichMessage = z.object({ blocks: z.array(Block) })
export type RichMessage = z.infer<typeof RichMessage>

/** The text of a rich message as a person reads it, each block on lines of its own. */
export const textOfRichMessage = ({ blocks }: RichMessage): string => joined(blocks.map(textOfBlock))

function textOfBlock({ summary, text, expression, items = [], cells = [], blocks = [], caption }: Block): string {
  return joined([
    plain(summary),
    plain(text),
    expression ?? '',
    ...items.map(({ label = '', blocks }) => `${label} ${joined(blocks.map(textOfBlock))}`.trim()),
    ...cells.map((row) => row.map((cell) => plain(cell.text)).join(' | ')),
    ...blocks.map(textOfBlock),
    plain(caption),
  ])
}

function plain(text: RichText = ''): string {
  if (typeof text === 'string') return text
  if (Array.isArray(text)) return text.map(plain).join('')
  return plain(text.text) || (text.alternative_text ?? text.expression ?? '')
}

const joined = (lines: readonly string[]): string => lines.filter(Boolean).join('\n')
