import readSheets from 'read-excel-file/web-worker'

export type SheetsRead = { sheets: { name: string; rows: string[][] }[] } | { failed: true }

const shown = (cell: unknown): string => {
  if (cell === null || cell === undefined) return ''
  return cell instanceof Date ? cell.toISOString().replace(/T00:00:00\.000Z$/, '') : String(cell)
}

addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  const answer = (read: SheetsRead) => postMessage(read)
  try {
    const sheets = await readSheets(data)
    answer({ sheets: sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(shown)) })) })
  } catch {
    answer({ failed: true })
  }
})
