import { z } from 'zod'

const Block = z.looseObject({ type: z.string() })
type Block = z.infer<typeof Block>

const Table = z.object({
  type: z.enum(['table', 'data_table']),
  rows: z.array(z.array(Block.nullable().catch(null))).max(1000),
})

/**
 * A pasted table, as rows of cells between bars: its cells are blocks, of which the text of the message has nothing.
 * https://docs.slack.dev/reference/block-kit/blocks/table-block
 */
export function readTables(blocks: readonly unknown[]): string[] {
  return blocks.flatMap((block) => {
    const table = Table.safeParse(block)
    return table.success ? [table.data.rows.map((row) => row.map(cellOf).join(' | ')).join('\n')] : []
  })
}

const cellOf = (cell: Block | null): string => (cell ? textOf(cell) : '').replaceAll(/\s+/g, ' ').trim()

const RichText = z.object({ type: z.literal('rich_text'), elements: z.array(Block.nullable().catch(null)) })

/** The words of a message that has them in its blocks alone: each paragraph and each point of a list on a line of its own. */
export const readRichText = (blocks: readonly unknown[]): string =>
  blocks.flatMap((block) => RichText.safeParse(block).data?.elements.flatMap(linesOf) ?? []).join('\n')

function linesOf(element: Block | null): string[] {
  const points = element?.type === 'rich_text_list' ? Leaf.safeParse(element).data?.elements : undefined
  if (points) return points.map((point) => `• ${point ? textOf(point) : ''}`)
  return element ? [textOf(element)] : []
}

const Leaf = z.looseObject({
  text: z.string().optional(),
  value: z.union([z.string(), z.number()]).optional(),
  url: z.string().optional(),
  name: z.string().optional(),
  user_id: z.string().optional(),
  channel_id: z.string().optional(),
  usergroup_id: z.string().optional(),
  range: z.string().optional(),
  timestamp: z.number().optional(),
  fallback: z.string().optional(),
  elements: z.array(Block.nullable().catch(null)).optional(),
})

/** As the text of a message has it, so that it is read like that. */
function textOf(block: Block): string {
  const leaf = Leaf.safeParse(block)
  if (!leaf.success) return ''
  const { text, value, url, name, user_id, channel_id, usergroup_id, range, elements } = leaf.data
  if (elements) return elements.map((element) => (element ? textOf(element) : '')).join(isLines(block) ? ' ' : '')
  if (block.type === 'link' && url) return `<${url}${text ? `|${escaped(text)}` : ''}>`
  if (block.type === 'user' && user_id) return `<@${user_id}>`
  if (block.type === 'channel' && channel_id) return `<#${channel_id}>`
  if (block.type === 'usergroup' && usergroup_id) return `<!subteam^${usergroup_id}>`
  if (block.type === 'broadcast' && range) return `<!${range}>`
  if (block.type === 'emoji' && name) return `:${name}:`
  if (block.type === 'date') return escaped(timeOf(leaf.data))
  return escaped(text ?? String(value ?? ''))
}

/** As its writer's Slack showed it; without that the minute. */
function timeOf({ fallback, timestamp }: z.infer<typeof Leaf>): string {
  const time = new Date((timestamp ?? Number.NaN) * 1000)
  if (fallback || Number.isNaN(time.getTime())) return fallback ?? ''
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** A list and a cell have their parts one below the other, a part its words one after the other. */
const isLines = ({ type }: Block): boolean => type === 'rich_text' || type === 'rich_text_list'

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
