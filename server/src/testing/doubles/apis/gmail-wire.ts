/** How Gmail writes messages, and reads searches and selections of fields. */
import { includes, type Kept } from './mail-store.ts'
import { ApiRefused } from './serve-api.ts'

/** The operators that it knows; anything else is no query. */
export function readQuery(q: string): (message: Kept) => boolean {
  const tests: ((message: Kept) => boolean)[] = []
  const rest = q.replaceAll(
    /(-?)(?:([a-z]+):)?("[^"]*"|\S+)/g,
    (_, minus: string, operator: string | undefined, value: string) => {
      const text = value.replaceAll('"', '')
      const test = {
        from: ({ from }: Kept) => includes(from, text),
        to: ({ to }: Kept) => to.some((each) => includes(each, text)),
        subject: ({ subject }: Kept) => includes(subject, text),
        after: ({ date }: Kept) => date.getTime() >= Number(text) * 1000,
        before: ({ date }: Kept) => date.getTime() < Number(text) * 1000,
        is: ({ unread }: Kept) => text === 'unread' && unread,
        has: ({ attachments }: Kept) => text === 'attachment' && attachments.length > 0,
        '': ({ subject, text: body, html }: Kept) => [subject, body, html].some((each) => includes(each, text)),
      }[operator ?? '']
      if (!test) throw new ApiRefused(400, 'invalidArgument', `Unknown operator ${operator}`)
      tests.push((message) => test(message) !== (minus === '-'))
      return ''
    },
  )
  if (rest.trim() !== '') throw new ApiRefused(400, 'invalidArgument', `Cannot read ${rest}`)
  return (message) => tests.every((test) => test(message))
}

export function payloadOf(message: Kept, handleTo: (bytes: Buffer) => string) {
  const { from, to, cc, reply_to, subject, text, html, charset, attachments } = message
  const header = (name: string, value: string) => (value === '' ? [] : [{ name, value }])
  const body = (bytes: Buffer) => ({ size: bytes.length, data: bytes.toString('base64url') })
  const encoding = charset === 'utf-8' ? 'utf8' : 'latin1'
  const texts = [
    text !== null && (['text/plain', text] as const),
    html !== null && (['text/html', html] as const),
  ].filter((each) => each !== false)
  const leaves = texts.map(([mimeType, content]) => ({
    mimeType,
    filename: '',
    headers: header('Content-Type', `${mimeType}; charset="${charset}"`),
    body: body(Buffer.from(content, encoding)),
  }))
  const files = attachments.map(({ name, type, bytes }) => ({
    mimeType: type,
    filename: name,
    headers: header('Content-Disposition', `attachment; filename="${name}"`),
    body: { attachmentId: handleTo(bytes), size: bytes.length },
  }))
  const headers = [
    ...header('From', from),
    ...header('To', to.join(', ')),
    ...header('Cc', cc.join(', ')),
    ...header('Reply-To', reply_to.join(', ')),
    ...header('Subject', subject),
    ...header('Message-ID', message.message_id),
    ...header('References', message.references.join(' ')),
  ]
  const numbered = [...leaves, ...files].map((part, at) => ({ partId: String(at), ...part }))
  const [only] = leaves
  if (only && numbered.length === 1) return { ...only, partId: '', headers: [...headers, ...only.headers] }
  return { partId: '', mimeType: 'multipart/mixed', filename: '', headers, body: { size: 0 }, parts: numbered }
}

/** The fields that a request asks for, such as `id,payload(headers,parts(filename))`. */
export function masked(value: unknown, fields: string | null): unknown {
  if (fields === null) return value
  let at = 0
  function read(): Map<string, Map<string, unknown> | null> {
    const tree = new Map<string, Map<string, unknown> | null>()
    for (;;) {
      const name = /^\w+/.exec((fields ?? '').slice(at))?.[0]
      if (!name) throw new ApiRefused(400, 'invalidParameter', 'Invalid field selection')
      at += name.length
      const isOpen = fields?.[at] === '('
      if (isOpen) at++
      tree.set(name, isOpen ? read() : null)
      if (isOpen && fields?.[at++] !== ')') throw new ApiRefused(400, 'invalidParameter', 'Invalid field selection')
      if (fields?.[at] !== ',') return tree
      at++
    }
  }
  const pick = (from: unknown, tree: Map<string, unknown> | null): unknown => {
    if (tree === null || typeof from !== 'object' || from === null) return from
    if (Array.isArray(from)) return from.map((each) => pick(each, tree))
    const entries = Object.entries(from).filter(([name]) => tree.has(name))
    return Object.fromEntries(
      entries.map(([name, each]) => [name, pick(each, tree.get(name) as Map<string, unknown> | null)]),
    )
  }
  const tree = read()
  if (at !== fields.length) throw new ApiRefused(400, 'invalidParameter', 'Invalid field selection')
  return pick(value, tree)
}
