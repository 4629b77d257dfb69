import { crc32 } from 'node:zlib'

/** Reads a zip of stored entries by its list, as every unpacker does, and holds each against its sum. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0) throw new Error('This is no zip')
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('The list is broken')
    const [sum, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24)]
    const [name, extra] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)]
    const local = zip.readUInt32LE(at + 42)
    const began = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(began, began + size)
    if (crc32(bytes) !== sum) throw new Error('The sum is wrong')
    files.set(zip.toString('utf8', at + 46, at + 46 + name), bytes)
    at += 46 + name + extra
  }
  if (at !== end) throw new Error('The list does not end where it should')
  return files
}
