import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { IndexState, StorageEntry } from '#contracts/storage.ts'
import { documentOf } from '#testing/files/office-parts.ts'
import { pdfOfPages } from '#testing/files/pdf-pages.ts'
import type { Alongside } from './stage.ts'

/** Work that one organization asks for again and again; `prepare` answers with what asks once. */
export type WorstAsked = { name: string; prepare: () => Promise<() => Promise<string>> }

const SMALL_BYTES = 64 * 1024 - 10
const SMALL_FILES = 100
const DOCUMENTS = 10
/** One letter, which is eighteen where it is folded. */
const LIGATURE = 'ﷺ'
/** Each run of letters is another script, each with its own rules for words. */
const SCRIPTS = 'a衞กあ각'
const UNFINISHED: readonly (IndexState | undefined)[] = ['Queued for indexing', 'Indexing…']
const XML_BYTES = 24 * 1024 * 1024

const PDF_PAGES = 4
const put = (x: number, y: number, text: string) => `BT /F1 3 Tf ${x} ${y} Td (${text}) Tj ET\n`

/** Texts of a page, as many in a row and in a column. */
const textsAt = (columns: number, rows: number) =>
  Array.from({ length: columns * rows }, (_, n) => {
    const [x, y] = [20 + (n % columns) * 4, 20 + Math.floor(n / columns) * 5]
    return put(x, y, 'a')
  }).join('')
/** Lines between all of these texts, from end to end of the page. */
const linesAt = (count: number) =>
  Array.from({ length: count + 1 }, (_, n) => {
    const [x, y] = [19 + n * 4, 19 + n * 5]
    return `${x} 19 m ${x} 719 l S\n19 ${y} m 579 ${y} l S\n`
  }).join('')
/** The nth of small tables with borders of their own. */
const tableAt = (n: number) => {
  const [x, y] = [20 + (n % 10) * 56, 20 + Math.floor(n / 10) * 38]
  const borders = [0, 24, 48].map((at) => `${x + at} ${y} m ${x + at} ${y + 30} l S\n`)
  const rules = [0, 15, 30].map((at) => `${x} ${y + at} m ${x + 48} ${y + at} l S\n`)
  return [...borders, ...rules, put(x + 2, y + 2, 'b'), put(x + 26, y + 17, 'c')].join('')
}

const filled = (unit: string, bytes: number) => unit.repeat(bytes / Buffer.byteLength(unit))

/** The texts, documents and answers of others that are worst to search, to read and to decode. */
export function worstDocuments({ url, cookie, key, organization_id }: Alongside): WorstAsked[] {
  const base = `${url}/api/organizations/${organization_id}`
  const call = async (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${base}${path}`, { ...init, headers: { cookie, ...init.headers } })
  const post = (path: string, body: object) =>
    call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const answerOf = async (response: Response) => {
    const text = await response.text()
    return response.ok ? String(response.status) : `${response.status} ${text.slice(0, 80)}`
  }

  async function upload(folder: string, name: string, bytes: string | Buffer): Promise<string> {
    const form = new FormData()
    form.set('path', folder)
    form.set('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name)
    return answerOf(await call('/storage/upload', { method: 'POST', body: form }))
  }
  /** Waits until the file, or every file of the folder, has been read; what others upload meanwhile is not waited for. */
  async function waitUntilRead(folder: string, name?: string): Promise<void> {
    for (;;) {
      const listed = await call(`/storage?path=${folder}`)
      const { files } = (await listed.json()) as { files: StorageEntry[] }
      const awaited = files.filter((file) => name === undefined || file.name === name)
      if (awaited.length === 0) throw new Error(`There is no file to read in ${folder}`)
      if (!awaited.some(({ index_state }) => UNFINISHED.includes(index_state))) return
      await new Promise((done) => setTimeout(done, 500))
    }
  }
  async function folderOf(name: string, files: [string, string | Buffer][]): Promise<string> {
    await post('/storage/folder', { name })
    for (const [file, bytes] of files) await upload(name, file, bytes)
    await waitUntilRead(name)
    return name
  }
  const search = (kind: 'exact' | 'semantic', q: string, path: string) => async () =>
    answerOf(
      await call(`/storage/${kind === 'exact' ? 'search' : 'semantic-search'}?${new URLSearchParams({ q, path })}`),
    )

  const documents = (unit: string): [string, string][] =>
    Array.from({ length: DOCUMENTS }, (_, n) => [`${n}.txt`, filled(unit, 2 * 1024 * 1024)])

  /** A workflow asks a server that answers in this encoding. */
  const answers = (encoding: string, byte: number): WorstAsked => ({
    name: `answers of 1 MB in ${encoding}`,
    async prepare() {
      const bytes = Buffer.alloc(1024 * 1024, byte)
      const server = createServer((_request, response) => {
        response.setHeader('content-type', `text/plain; charset=${encoding}`).end(bytes)
      })
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      server.unref()
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      const steps = {
        ask: { name: 'ask', type: 'http_request', url: address, next: 'end' },
        end: { name: 'end', type: 'end', result: 1 },
      }
      const created = await post('/workflows', { name: encoding, flow: { steps }, starting_step_id: 'ask' })
      const { id } = (await created.json()) as { id: string }
      return async () =>
        answerOf(
          await fetch(`${url}/api/private/trigger/${id}`, {
            method: 'POST',
            headers: { 'api-key': key, 'content-type': 'application/json' },
            body: '{}',
          }),
        )
    },
  })

  /** Each call replaces one of eight documents, and waits until it has been read where that is what is measured. */
  const replaced = (name: string, file: () => Promise<[string, Buffer]>, isAwaited: boolean): WorstAsked => ({
    name: isAwaited ? `reading a document of ${name}` : `uploading documents of ${name} without waiting`,
    async prepare() {
      const [kind, bytes] = await file()
      await post('/storage/folder', { name: 'read' })
      let count = 0
      return async () => {
        const file = `${name} ${count++ % 8}.${kind}`
        const answer = await upload('read', file, bytes)
        if (isAwaited) await waitUntilRead('read', file)
        return answer
      }
    },
  })
  const docx = (body: () => string) => async (): Promise<[string, Buffer]> => ['docx', await documentOf(body())]
  const indexed = (name: string, body: () => string) => replaced(name, docx(body), true)
  const pages = (name: string, page: () => string) =>
    replaced(name, async () => ['pdf', pdfOfPages(Array.from({ length: PDF_PAGES }, page))], true)
  const dividedWords = () => filled('<w:p><w:r><w:t>abcd-</w:t><w:br/><w:t>efgh</w:t></w:r></w:p>', XML_BYTES)

  const merged = () => {
    const fields = Array.from({ length: 100 }, (_, n) => `    x-${n}: 1`).join('\n')
    const operation = (n: number) =>
      `  /p${n}:\n    get:\n      <<: *common\n      operationId: o${n}\n      responses: {}`
    return `openapi: 3.0.0\ninfo: {title: T}\nx-common: &common\n${fields}\npaths:\n${Array.from({ length: 1900 }, (_, n) => operation(n)).join('\n')}\n`
  }
  return [
    {
      name: 'semantic search of texts in many scripts',
      prepare: async () => search('semantic', SCRIPTS.repeat(40), await folderOf('scripts', documents(SCRIPTS))),
    },
    {
      name: 'exact search of documents of ligatures',
      prepare: async () =>
        search('exact', LIGATURE, await folderOf('ligatures', documents(`${LIGATURE.repeat(100)}\n`))),
    },
    {
      name: 'exact search of documents of one line',
      prepare: async () => search('exact', LIGATURE, await folderOf('line', documents(LIGATURE))),
    },
    {
      name: 'exact search of small files of ligatures',
      prepare: async () => {
        const bytes = filled(LIGATURE, SMALL_BYTES)
        const files = Array.from({ length: SMALL_FILES }, (_, n): [string, string] => [`${n}.sql`, bytes])
        return search('exact', LIGATURE, await folderOf('small', files))
      },
    },
    answers('euc-kr', 0xff),
    answers('shift_jis', 0xff),
    indexed('raised letters', () =>
      filled('<w:p><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>a</w:t><w:br/></w:r></w:p>', XML_BYTES),
    ),
    indexed('deep equations', () =>
      filled(
        `<w:p><m:oMath>${'<m:rad><m:e>'.repeat(99)}<m:r><m:t>x</m:t></m:r>${'</m:e></m:rad>'.repeat(99)}</m:oMath></w:p>`,
        XML_BYTES,
      ),
    ),
    indexed('divided words', dividedWords),
    replaced('divided words', docx(dividedWords), false),
    indexed('ligatures', () => filled(`<w:p><w:r><w:t>${LIGATURE.repeat(1000)}</w:t></w:r></w:p>`, XML_BYTES)),
    pages('19,000 texts a page', () => textsAt(140, 140)),
    pages('tables of 140 by 140 cells', () => textsAt(140, 140) + linesAt(140)),
    pages('190 tables a page', () => Array.from({ length: 190 }, (_, n) => tableAt(n)).join('')),
    {
      name: 'reading an API of merge keys',
      async prepare() {
        const document = merged()
        return async () => answerOf(await post('/mcps/openapi', { document }))
      },
    },
  ]
}
