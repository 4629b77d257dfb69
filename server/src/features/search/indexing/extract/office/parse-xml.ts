import { SaxesParser } from 'saxes'
import { Unreadable } from '../unreadable.ts'

export type Attributes = Record<string, string>

/** Names come without their prefixes. */
export type Handlers = {
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

export async function parseXml(stream: AsyncIterable<unknown>, { open, text, close }: Handlers): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  // A document that defines entities of its own may grow without end; Office writes none.
  parser.on('doctype', () => {
    throw new Unreadable('The document defines XML of its own')
  })
  if (open) parser.on('opentag', ({ name, attributes }) => open(localName(name), attributes))
  if (text) parser.on('text', text)
  if (text) parser.on('cdata', text)
  if (close) parser.on('closetag', ({ name }) => close(localName(name)))
  try {
    let decoder: InstanceType<typeof TextDecoder> | undefined
    for await (const piece of stream) {
      if (!(piece instanceof Uint8Array)) continue
      decoder ??= new TextDecoder(encodingOf(piece))
      parser.write(decoder.decode(piece, { stream: true }))
    }
    parser.write(decoder?.decode() ?? '').close()
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable('The document is damaged', { cause: error })
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** By the first bytes: XML is UTF-8 unless it begins with the mark of UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** The value of an attribute, whatever the prefix of its name. */
export function attributeOf(attributes: Attributes, name: string): string {
  const plain = attributes[name]
  if (plain !== undefined) return plain
  for (const key in attributes) if (key.endsWith(`:${name}`)) return attributes[key] ?? ''
  return ''
}

/** An element of its own, or with a value that is not off, turns a property on. */
export const isOn = (attributes: Attributes): boolean => !/^(0|false|off)$/.test(attributeOf(attributes, 'val'))

/** The id of a relation, which has a prefix, as against an id of the element. */
export const relationId = (attributes: Attributes, name = 'id'): string =>
  Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1] ?? ''
