import type { Alongside } from './stage.ts'
import type { WorstWork } from './worst-inbox.ts'

const MB = 1024 * 1024
/** A little less than the largest file. */
const BYTES = 10 * MB - 10
/** The console takes no much longer text. */
const LONG = 900_000

/** The largest texts that are worst to read and to edit, and what a teammate's tools are asked to do with them. */
export async function worstFiles({ url, cookie, organization_id, employee_id }: Alongside): Promise<WorstWork[]> {
  const base = `${url}/api/organizations/${organization_id}`
  const send = async (method: string, path: string, body: object): Promise<string> => {
    const headers = { cookie, 'content-type': 'application/json' }
    const response = await fetch(`${base}${path}`, { method, headers, body: JSON.stringify(body) })
    const text = await response.text()
    return response.ok ? text : `${response.status} ${text}`
  }
  const upload = async (name: string, unit: string, encoding: BufferEncoding = 'utf8') => {
    const form = new FormData()
    form.set('path', 'worst')
    form.set('file', new Blob([new Uint8Array(Buffer.alloc(BYTES, Buffer.from(unit, encoding)))]), name)
    const response = await fetch(`${base}/storage/upload`, { method: 'POST', headers: { cookie }, body: form })
    if (!response.ok) throw new Error(await response.text())
  }
  const tools = ['storage.read_file', 'storage.edit_file']
  await send('PUT', `/employees/${employee_id}`, { name: 'Ada', tools })
  await send('POST', '/storage/folder', { name: 'worst' })
  await send('POST', '/storage/folder/share', { path: 'worst', employee_id, permission: 'write' })
  await upload('lines.sql', 'a\n')
  await upload('breaks.sql', '\n')
  await upload('windows.sql', '\r\n')
  await upload('letters.sql', 'a')
  await upload('latin.sql', '\xe9\n', 'latin1')

  const call = (tool: string, input: object) => async () => {
    const answer = await send('POST', `/employees/${employee_id}/tools/call`, { tool, input })
    return answer.match(/"(?:error|result)":(?!null).{0,60}/)?.[0] ?? answer.slice(0, 60)
  }
  const read = (name: string, offset: number) => ({
    name: `a member, a tool reads ${name} from line ${offset}`,
    work: call('storage.read_file', { path: `worst/${name}`, offset, limit: 2000 }),
  })
  const edit = (how: string, name: string, old_text: string, new_text: string) => ({
    name: `a member, a tool edits ${name}: ${how}`,
    work: call('storage.edit_file', { path: `worst/${name}`, old_text, new_text, replace_all: true }),
  })
  const many = (one: WorstWork) => ({
    name: `${one.name}, eight at once`,
    work: async () => (await Promise.all(Array.from({ length: 8 }, one.work)))[0] ?? '',
  })
  const reads = [read('lines.sql', 1), read('breaks.sql', 10_000_000), read('letters.sql', 1), read('latin.sql', 1)]
  return [
    ...reads,
    ...reads.map(many),
    edit('every letter becomes many', 'lines.sql', 'a', 'x'.repeat(5000)),
    many(edit('every letter becomes many', 'lines.sql', 'a', 'x'.repeat(5000))),
    edit('an old text that stands nearly everywhere', 'letters.sql', `${'a'.repeat(LONG)}b`, 'c'),
    edit('long texts of line breaks', 'windows.sql', `${'\n'.repeat(LONG / 3)}b`, '\n'.repeat(LONG / 3)),
    edit('every letter becomes another one', 'letters.sql', 'a', 'b'),
    edit('every line becomes another one', 'lines.sql', 'a\n', 'b\n'),
    many(edit('every line becomes another one', 'breaks.sql', '\n', '\r')),
  ]
}
