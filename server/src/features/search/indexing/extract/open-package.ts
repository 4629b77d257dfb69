import { posix } from 'node:path'
import { SaxesParser } from 'saxes'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { Unreadable } from './unreadable.ts'

/** Of all XML of a document together, unpacked; one entry may use it alone. */
export const MOST_XML_BYTES = 25 * 1024 * 1024
const MOST_ENTRIES = 20_000

export type Handlers = {
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

/** An Office document: a zip of XML, read entry by entry as a stream. Names come without their prefixes. */
export type Package = {
  names: string[]
  read(name: string, handlers: Handlers): Promise<void>
  /** Where an entry's relations lead, by their id. */
  relations(name: string): Promise<Map<string, string>>
}

export async function openPackage(bytes: Uint8Array): Promise<Package> {
  const { zip, entries } = await scan(bytes)
  const read = async (name: string, handlers: Handlers) => {
    const entry = entries.get(name)
    if (!entry) throw new Unreadable(`The document lacks its part ${name}`)
    await parse(zip, entry, handlers)
  }
  return {
    names: [...entries.keys()],
    read,
    async relations(name) {
      const folder = posix.dirname(name)
      const file = `${folder}/_rels/${posix.basename(name)}.rels`
      const found = new Map<string, string>()
      if (!entries.has(file)) return found
      await read(file, {
        open(tag, { Id = '', Target = '', TargetMode }) {
          if (tag !== 'Relationship' || TargetMode === 'External') return
          found.set(Id, Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target))
        },
      })
      return found
    },
  }
}

/** Reads the list of a zip and nothing else: what says that it is too large is refused before any of it is unpacked. */
async function scan(bytes: Uint8Array): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const entries = new Map<string, Entry>()
  let xml = 0
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    if (zip.entryCount > MOST_ENTRIES) throw new Unreadable(`The document has more than ${MOST_ENTRIES} parts`)
    for await (const entry of zip.eachEntry()) {
      if (!/\.(xml|rels)$/i.test(entry.fileName)) continue
      xml += entry.uncompressedSize
      if (xml > MOST_XML_BYTES) throw new Unreadable('The document is larger than 25 MB when it is unpacked')
      if (entry.isEncrypted()) throw new Unreadable('The document is encrypted')
      entries.set(entry.fileName.replace(/^\//, ''), entry)
    }
    return { zip, entries }
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable('The file is not a readable Office document', { cause: error })
  }
}

async function parse(zip: ZipFile, entry: Entry, { open, text, close }: Handlers): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  // What defines entities of its own wants to grow; an honest document has no such definition at all.
  parser.on('doctype', () => {
    throw new Unreadable('The document defines XML of its own')
  })
  if (open) parser.on('opentag', ({ name, attributes }) => open(local(name), attributes))
  if (text) parser.on('text', text)
  if (text) parser.on('cdata', text)
  if (close) parser.on('closetag', ({ name }) => close(local(name)))
  try {
    // The reader fails where an entry unpacks to more than its size in the list.
    const stream = await zip.openReadStreamPromise(entry)
    const decoder = new TextDecoder('utf-8')
    for await (const piece of stream) parser.write(decoder.decode(piece as Buffer, { stream: true }))
    parser.write(decoder.decode()).close()
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable('The document is damaged', { cause: error })
  }
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The id under which a part names another one, as against an id of its own. */
export const relationOf = (attributes: Record<string, string>): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''
