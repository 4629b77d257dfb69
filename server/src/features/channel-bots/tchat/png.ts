import { crc32, deflateSync } from 'node:zlib'

/** Red, green, blue and opacity, 0 to 255. */
export type Pixel = readonly [number, number, number, number]

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const RGBA = 6

/** A square picture, each pixel of which is asked for at its center, from 0 to 1: https://www.w3.org/TR/png-3/ */
export function squarePng(size: number, pixelAt: (x: number, y: number) => Pixel): Buffer {
  const rows = Buffer.alloc(size * (1 + size * 4))
  let at = 0
  for (let y = 0; y < size; y++) {
    // Each row begins with its filter; 0 is none.
    at++
    for (let x = 0; x < size; x++) {
      for (const value of pixelAt((x + 0.5) / size, (y + 0.5) / size)) rows.writeUInt8(Math.round(value), at++)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.writeUInt8(8, 8)
  header.writeUInt8(RGBA, 9)
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')])
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
