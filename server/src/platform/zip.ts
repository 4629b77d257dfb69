import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

/** Names end with a slash for folders and have slashes between; `open` is absent for folders. */
export type ZipEntry = { name: string; modified_at: Date; open?: () => Promise<Readable> }

type Written = { head: Buffer; name: Buffer; offset: number; is_folder: boolean }

const MOST_16 = 0xffff
const MOST_32 = 0xffffffff

/** Version 4.5 of the format, written as on Unix. */
const VERSION = 45
const MADE_BY = (3 << 8) | VERSION
/** Sums follow the bytes, because nothing is read twice; names are UTF-8. */
const FLAGS = 0x0808

/** A zip as it is read: entries are stored as they are, one after the other, and only their list is kept in memory. */
export function zipStream(entries: AsyncIterable<ZipEntry>): Readable {
  return Readable.from(write(entries), { objectMode: false, highWaterMark: 256 * 1024 })
}

async function* write(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for await (const { name: text, modified_at, bytes } of openAhead(entries)) {
    const name = Buffer.from(text)
    const began = offset
    const local = Buffer.concat([words([4, 0x04034b50], [2, VERSION]), about(modified_at, 0, 0, name.length), name])
    yield local
    offset += local.length

    let sum = 0
    let size = 0
    if (bytes) {
      for await (const chunk of await bytes) {
        sum = crc32(chunk, sum)
        size += chunk.length
        yield chunk
      }
    }
    if (size > MOST_32) throw new Error('A file of this size does not fit into the zip')
    const sums = words([4, 0x08074b50], [4, sum], [4, size], [4, size])
    yield sums
    offset += size + sums.length
    written.push({ head: about(modified_at, sum, size, name.length), name, offset: began, is_folder: !bytes })
  }

  const began = offset
  for (const entry of written) {
    const record = listed(entry)
    yield record
    offset += record.length
  }
  yield ending(written.length, offset - began, began)
}

/** So many files are opened before their turn: a small one costs many short waits for the disk, and they overlap. */
const AHEAD = 8

type Opened = Omit<ZipEntry, 'open'> & { bytes: Promise<Readable> | null }

async function* openAhead(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Opened> {
  const waiting: Opened[] = []
  try {
    for await (const { open, ...entry } of entries) {
      waiting.push({ ...entry, bytes: open ? begin(open()) : null })
      if (waiting.length < AHEAD) continue
      const next = waiting.shift()
      if (next) yield next
    }
    for (let next = waiting.shift(); next; next = waiting.shift()) yield next
  } finally {
    // A client that leaves early leaves no file open.
    for (const { bytes } of waiting)
      bytes?.then(
        (stream) => stream.destroy(),
        () => undefined,
      )
  }
}

/** Has a stream read before anybody asks it to. A failure is heard when its turn comes. */
function begin(opening: Promise<Readable>): Promise<Readable> {
  opening.then(
    (stream) => stream.once('error', () => undefined).read(0),
    () => undefined,
  )
  return opening
}

/** What the head of an entry and its line in the list have in common: flags, method, time, sums, length of the name. */
function about(modified_at: Date, sum: number, size: number, name_length: number): Buffer {
  const year = Math.min(Math.max(modified_at.getUTCFullYear(), 1980), 2107)
  const date = ((year - 1980) << 9) | ((modified_at.getUTCMonth() + 1) << 5) | modified_at.getUTCDate()
  const time =
    (modified_at.getUTCHours() << 11) | (modified_at.getUTCMinutes() << 5) | (modified_at.getUTCSeconds() >> 1)
  return words([2, FLAGS], [2, 0], [2, time], [2, date], [4, sum], [4, size], [4, size], [2, name_length], [2, 0])
}

function listed({ head, name, offset, is_folder }: Written): Buffer {
  const far = offset >= MOST_32
  const extra = far ? words([2, 1], [2, 8], [8, offset]) : Buffer.alloc(0)
  head.writeUInt16LE(extra.length, head.length - 2)
  const mode = is_folder ? (0o40755 << 16) | 0x10 : 0o100644 << 16
  return Buffer.concat([
    words([4, 0x02014b50], [2, MADE_BY], [2, VERSION]),
    head,
    words([2, 0], [2, 0], [2, 0], [4, mode >>> 0], [4, far ? MOST_32 : offset]),
    name,
    extra,
  ])
}

/** The older form holds 65,535 entries and 4 GB; the newer one precedes it where that is not enough. */
function ending(count: number, size: number, offset: number): Buffer {
  const larger = count >= MOST_16 || size >= MOST_32 || offset >= MOST_32
  const newer = larger
    ? Buffer.concat([
        words([4, 0x06064b50], [8, 44], [2, MADE_BY], [2, VERSION], [4, 0], [4, 0]),
        words([8, count], [8, count], [8, size], [8, offset]),
        words([4, 0x07064b50], [4, 0], [8, offset + size], [4, 1]),
      ])
    : Buffer.alloc(0)
  const counted = Math.min(count, MOST_16)
  const older = words(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, counted],
    [2, counted],
    [4, Math.min(size, MOST_32)],
    [4, Math.min(offset, MOST_32)],
    [2, 0],
  )
  return Buffer.concat([newer, older])
}

/** Numbers of two, four or eight bytes, the lowest byte first. */
function words(...numbers: [bytes: 2 | 4 | 8, value: number][]): Buffer {
  const buffer = Buffer.alloc(numbers.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of numbers) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at)
    else buffer.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return buffer
}
