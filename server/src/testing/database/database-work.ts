import type { TestApp } from '../app.ts'

type Statement = { text: string; values: unknown[] }
type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}
/** Rows of the table that were read, without those that an index answered alone, and rows of any that were sorted. */
type DatabaseWork = { read: number; sorted: number }

/** What would write twice is not counted. */
const WRITES = /\b(insert into|update "|delete from|for update)/i

/**
 * What the database does for what `work` reads of a table, as the plans of the statements count it, which are executed once
 * more.
 */
export async function measureDatabaseWork(
  { ctx }: Pick<TestApp, 'ctx'>,
  table: string,
  work: () => Promise<unknown>,
): Promise<DatabaseWork> {
  const client = ctx.db.$client
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  const asked: Statement[] = []
  client.query = ((...args: unknown[]) => {
    const { text, values } = Object(args[0]) as { text?: string; values?: unknown[] }
    if (text && /^\s*(select|with)/i.test(text) && !WRITES.test(text))
      asked.push({ text, values: values ?? (args[1] as unknown[]) ?? [] })
    return query(...args)
  }) as typeof client.query
  try {
    await work()
  } finally {
    client.query = query as typeof client.query
  }
  const total = { read: 0, sorted: 0 }
  for (const { text, values } of asked) {
    if (!text.includes(`"${table}"`)) continue
    const { rows } = await client.query(`explain (analyze, timing off, format json) ${text}`, values)
    addWork(total, rows[0]['QUERY PLAN'][0].Plan, table)
  }
  return total
}

function addWork(total: DatabaseWork, node: PlanNode, table: string): void {
  const loops = node['Actual Loops'] ?? 1
  const seen =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  if (node['Relation Name'] === table && node['Node Type'] !== 'Index Only Scan') total.read += seen * loops
  for (const inner of node.Plans ?? []) {
    if (node['Node Type'].endsWith('Sort')) total.sorted += (inner['Actual Rows'] ?? 0) * (inner['Actual Loops'] ?? 1)
    addWork(total, inner, table)
  }
}
