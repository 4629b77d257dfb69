import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { LimitExceeded, Unreadable } from '../unreadable.ts'
import type { Package, Relation } from './package.ts'
import { parseXml } from './parse-xml.ts'
import { readRelations, relationsName } from './relations.ts'

/** Of all XML of a document together, unpacked; one entry may use it alone. */
const MAX_XML_BYTES = 25 * 1024 * 1024
/** Of what is read of it: many slides may show one part, which is read for each of them. */
const MAX_READ_BYTES = 4 * MAX_XML_BYTES
const MAX_ENTRIES = 20_000

export async function openPackage(bytes: Uint8Array): Promise<Package> {
  const { zip, entries } = await scan(bytes)
  const relations = new Map<string, Promise<Relation[]>>()
  let readBytes = 0
  const has = (name: string) => entries.has(name.toLowerCase())
  const file: Package = {
    has,
    async read(name, handlers) {
      const entry = entries.get(name.toLowerCase())
      if (!entry) throw new Unreadable(`The document lacks its part ${name}`)
      if (entry.uncompressedSize > MAX_XML_BYTES) throw tooLarge()
      readBytes += entry.uncompressedSize
      if (readBytes > MAX_READ_BYTES) throw new LimitExceeded('The document shows some of its parts too often')
      await parseXml(await openEntry(zip, entry), handlers)
    },
    relations(name) {
      const key = name.toLowerCase()
      const found = relations.get(key) ?? (has(relationsName(name)) ? readRelations(file, name) : Promise.resolve([]))
      relations.set(key, found)
      return found
    },
    async related(name, type) {
      const found = await file.relations(name)
      return found.filter((one) => one.type === type && has(one.target)).map(({ target }) => target)
    },
  }
  return file
}

const tooLarge = () => new Unreadable('The document is larger than 25 MB when it is unpacked')

/** Reads the list of a zip and nothing else: what is too large by its list is refused before any of it is unpacked. */
async function scan(bytes: Uint8Array): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const entries = new Map<string, Entry>()
  let xmlBytes = 0
  try {
    const zip = await fromBufferPromise(withoutTail(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
    if (zip.entryCount > MAX_ENTRIES) throw new Unreadable(`The document has more than ${MAX_ENTRIES} parts`)
    for await (const entry of zip.eachEntry()) {
      if (/\.(xml|rels)$/i.test(entry.fileName)) xmlBytes += entry.uncompressedSize
      if (xmlBytes > MAX_XML_BYTES) throw tooLarge()
      if (entry.isEncrypted()) throw new Unreadable('The document is encrypted')
      entries.set(entry.fileName.replace(/^\//, '').toLowerCase(), entry)
    }
    return { zip, entries }
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable(
      isCompoundFile(bytes)
        ? 'The document is protected by a password or was saved by an old version of Office'
        : 'The file is not a readable Office document',
      { cause: error },
    )
  }
}

const END_OF_LIST = Buffer.from('PK\x05\x06', 'latin1')
/** Its last two bytes are the length of the comment that follows. */
const END_LENGTH = 22

/** The zip without what follows it, because mail and the web may add a line break, and Office opens the file nevertheless. */
function withoutTail(bytes: Buffer): Buffer {
  const start = bytes.lastIndexOf(END_OF_LIST)
  const end = start + END_LENGTH
  if (start === -1 || end > bytes.length || end + bytes.readUInt16LE(end - 2) === bytes.length) return bytes
  const zip = Buffer.from(bytes.subarray(0, end))
  zip.writeUInt16LE(0, end - 2)
  return zip
}

async function openEntry(zip: ZipFile, entry: Entry) {
  try {
    // The stream fails where an entry unpacks to more than its size in the list.
    return await zip.openReadStreamPromise(entry)
  } catch (error) {
    throw new Unreadable('The document is damaged', { cause: error })
  }
}

/** The container of encrypted documents, and of Office before 2007. */
const isCompoundFile = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))
