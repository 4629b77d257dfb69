import type { Table } from './parse-table.ts'
import type { SheetsRead } from './read-sheets.worker.ts'

export type Sheet = Table & { name: string }

const timeoutMs = 20_000

/** Unpacked apart from the page, and given up with its worker: a small file may hold more than a browser can. */
export function readSheets(file: Blob, signal: AbortSignal): Promise<Sheet[]> {
  const worker = new Worker(new URL('./read-sheets.worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<Sheet[]>()
  const refuse = () => reject(new Error('The sheets could not be read.'))
  const end = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  end.addEventListener('abort', refuse)
  worker.addEventListener('error', refuse)
  worker.addEventListener('message', ({ data }: MessageEvent<SheetsRead>) => {
    if ('failed' in data) return refuse()
    resolve(
      data.sheets.map(({ name, rows }) => ({
        name,
        rows,
        columns: rows.reduce((max, { length }) => Math.max(max, length), 0),
      })),
    )
  })
  worker.postMessage(file)
  return promise.finally(() => worker.terminate())
}
