import type { Alongside } from './stage.ts'
import { worstFlows } from './worst-flows.ts'

type Sent = { method: string; path: string; headers?: Record<string, string>; body: () => Generator<Buffer> }
/** One input that costs its sender little and might cost the server much. A further one is a row more in `worstCases`. */
export type WorstCase = { name: string; request: () => Sent }

const MB = 1024 * 1024
const PIECE = 256 * 1024

/** A body made of one text again and again, between a beginning and an end. */
function* repeated(unit: string, bytes: number, before = '', after = ''): Generator<Buffer> {
  if (before) yield Buffer.from(before)
  const piece = Buffer.from(unit.repeat(Math.max(1, Math.floor(PIECE / Buffer.byteLength(unit)))))
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece
  if (after) yield Buffer.from(after)
}

/** The same, with a length that is announced. */
function announced(unit: string, bytes: number, before = '', after = ''): Pick<Sent, 'headers' | 'body'> {
  let length = 0
  for (const piece of repeated(unit, bytes, before, after)) length += piece.length
  return { headers: { 'content-length': String(length) }, body: () => repeated(unit, bytes, before, after) }
}

function* only(bytes: Buffer): Generator<Buffer> {
  yield bytes
}

/** One body as it is. */
function measured(value: object): Pick<Sent, 'headers' | 'body'> {
  const bytes = Buffer.from(JSON.stringify(value))
  return { headers: { 'content-length': String(bytes.length) }, body: () => only(bytes) }
}

function* chunkedByteByByte(bytes: number): Generator<Buffer> {
  yield* repeated('1\r\nx\r\n', bytes, '1\r\n"\r\n', '1\r\n"\r\n0\r\n\r\n')
}

const post = (
  name: string,
  path: string,
  type: string,
  headers: Record<string, string>,
  sent: Pick<Sent, 'headers' | 'body'>,
): WorstCase => ({
  name,
  request: () => ({
    method: 'POST',
    path,
    body: sent.body,
    headers: { 'content-type': type, ...headers, ...sent.headers },
  }),
})

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

export function worstCases({ key, cookie, organization_id, employee_id, workflow_ids }: Alongside): WorstCase[] {
  const asKey = { authorization: `Bearer ${key}` }
  const asMember = { cookie }
  const employees = `/api/organizations/${organization_id}/employees`
  const chat = `${employees}/${employee_id}/messages`
  const privateChat = `/api/private/employee/${employee_id}/messages`
  const content = `/api/organizations/${organization_id}/storage/file/content`
  const upload = '/api/private/storage/upload'
  const unicode = '\\u00e9'
  const attachment = (data: string) => `{"name":"a","mime_type":"text/plain","size":1,"data":"${data}"}`

  /** Bodies of any shape, of the size that the route takes. */
  const shapes = (bytes: number, start: string): [string, Pick<Sent, 'headers' | 'body'>][] => [
    ['empty arrays', announced('[],', bytes, '[', '0]')],
    ['nested arrays', announced('[', bytes)],
    ['nested objects', announced('{"a":', bytes)],
    ['one plain string', announced('QUJD', Math.min(bytes, 99 * MB), start, '"}')],
    ['one string beyond any use', announced('QUJD', bytes, start, '"}')],
    ['one string of escapes', announced(unicode, Math.min(bytes, 99 * MB), start, '"}')],
    ['one string of quotes', announced('\\"', Math.min(bytes, 99 * MB), start, '"}')],
    ['one string of characters of three bytes', announced('€', Math.min(bytes, 99 * MB), start, '"}')],
    ['many short strings', announced(`"${'x'.repeat(60)}",`, bytes, '[', '0]')],
    ['many long strings', announced(`"${'x'.repeat(20_000)}",`, bytes, '[', '0]')],
    ['one name again and again', announced('"message":1,', bytes, '{', '"a":1}')],
    ['__proto__ again and again', announced('"__proto__":{},', bytes, '{', '"a":1}')],
    ['white space', announced(' ', bytes)],
    ['digits', announced('1', bytes)],
  ]
  const forms = (bytes: number): [string, Pick<Sent, 'headers' | 'body'>][] => [
    ['names without values', announced('a&', bytes)],
    ['one name', announced('a', bytes)],
    ['percent signs', announced('%', bytes, 'a=')],
    ['escaped bytes', announced('%41', Math.min(bytes, 99 * MB), 'message=')],
    ['plus signs', announced('+', bytes, 'a=')],
  ]
  const all = (who: string, path: string, bytes: number, start: string) => [
    ...shapes(bytes, start).map(([name, sent]) => post(`${who}, JSON: ${name}`, path, json, asMember, sent)),
    ...forms(bytes).map(([name, sent]) => post(`${who}, form: ${name}`, path, form, asMember, sent)),
  ]
  const nobody = ['/nowhere', '/health', '/api/auth/dev/login', '/docs'].flatMap((path) =>
    [json, form, 'multipart/form-data; boundary=x', 'x'].map((type) =>
      post(`anyone, ${path}, ${type}`, path, type, {}, announced('a&', 10 * MB)),
    ),
  )
  const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'
  const multipart = 'multipart/form-data; boundary=x'
  return [
    ...worstFlows.map(({ name, input }, nth) =>
      post(`a key, a flow: ${name}`, `/api/private/trigger/${workflow_ids[nth]}`, json, asKey, measured(input)),
    ),
    ...nobody,
    ...all('a member, 2 MB', employees, 2 * MB - 200_000 - PIECE, '{"name":"'),
    ...all('a member, 60 MB of text', content, 60 * MB, '{"path":"a.txt","content":"'),
    ...all('a member, 299 MB', chat, 299 * MB, '{"message":"'),
    post(
      'a key, 299 MB of files',
      privateChat,
      json,
      asKey,
      announced(
        `${attachment('QUJD'.repeat(60_000))},`,
        298 * MB,
        '{"channel":"x","message":"a","attachments":[',
        `${attachment('')}]}`,
      ),
    ),
    post(
      'a key, files of the most that is taken',
      privateChat,
      json,
      asKey,
      announced(
        'QUJD',
        13 * MB,
        '{"channel":"x","message":"a","attachments":[{"name":"a","mime_type":"text/plain","size":1,"data":"',
        '"}]}',
      ),
    ),
    post(
      'a member, JSON of single bytes',
      chat,
      json,
      { ...asMember, 'transfer-encoding': 'chunked' },
      { body: () => chunkedByteByByte(30 * MB) },
    ),
    post('a key, many tiny parts', upload, multipart, asKey, announced(part, 9 * MB)),
    post('a key, many headers in a part', upload, multipart, asKey, announced('a: b\r\n', 9 * MB, '--x\r\n')),
    post(
      'a key, one long header in a part',
      upload,
      multipart,
      asKey,
      announced('a', 9 * MB, '--x\r\ncontent-disposition: form-data; name="'),
    ),
    post('a key, beginnings of a boundary', upload, multipart, asKey, announced('\r\n--', 9 * MB, `${part}`)),
    post(
      'a key, no part at all',
      upload,
      multipart,
      { ...asKey, 'transfer-encoding': 'chunked' },
      { body: () => repeated(`40000\r\n${'\n'.repeat(0x40000)}\r\n`, 50 * MB, '', '0\r\n\r\n') },
    ),
  ]
}
