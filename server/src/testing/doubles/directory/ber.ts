import { BerReader, BerWriter } from 'ldapts'

/** Tags of RFC 4511 that a directory meets while someone signs in. */
export const Tag = {
  bind: 0x60,
  bound: 0x61,
  unbind: 0x42,
  search: 0x63,
  entry: 0x64,
  searched: 0x65,
  extended: 0x77,
  extendedDone: 0x78,
  password: 0x80,
  and: 0xa0,
  or: 0xa1,
  equals: 0xa3,
} as const

export type Request = { id: number; tag: number; body: BerReader }

/** Cuts what has arrived into whole requests, and leaves the rest. */
export function readRequests(bytes: Buffer): { requests: Request[]; rest: Buffer } {
  const requests: Request[] = []
  let rest = bytes
  for (;;) {
    const reader = new BerReader(rest)
    if (rest.length < 2 || reader.readSequence() === null) return { requests, rest }
    const end = reader.offset + reader.length
    if (rest.length < end) return { requests, rest }
    const id = reader.readInt() ?? 0
    const tag = reader.peek() ?? 0
    requests.push({ id, tag, body: reader })
    rest = rest.subarray(end)
  }
}

export function result(id: number, tag: number, code: number): Buffer {
  return message(id, tag, (writer) => {
    writer.writeEnumeration(code)
    writer.writeString('')
    writer.writeString('')
  })
}

export function entry(id: number, dn: string, attributes: Record<string, string>): Buffer {
  return message(id, Tag.entry, (writer) => {
    writer.writeString(dn)
    writer.startSequence()
    for (const [name, value] of Object.entries(attributes)) {
      writer.startSequence()
      writer.writeString(name)
      writer.startSequence(0x31)
      writer.writeString(value)
      writer.endSequence()
      writer.endSequence()
    }
    writer.endSequence()
  })
}

function message(id: number, tag: number, fill: (writer: BerWriter) => void): Buffer {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeInt(id)
  writer.startSequence(tag)
  fill(writer)
  writer.endSequence()
  writer.endSequence()
  return writer.buffer
}

/** The name and value of every equality in a filter of `&`, `|` and `=`; another kind of filter is a fault of the test. */
export function equalitiesOf(body: BerReader): [name: string, value: string][] {
  const tag = body.peek()
  if (tag === Tag.equals) {
    body.readSequence(Tag.equals)
    return [[body.readString() ?? '', body.readString() ?? '']]
  }
  if (tag !== Tag.and && tag !== Tag.or) throw new Error(`The filter has an unexpected tag: ${tag}`)
  body.readSequence(tag)
  const end = body.offset + body.length
  const found: [string, string][] = []
  while (body.offset < end) found.push(...equalitiesOf(body))
  return found
}
