import { Transform } from 'node:stream'

type Piece = { bytes: Buffer; index: number; last: boolean }

/**
 * Cuts a byte stream into pieces of given sizes, whatever the sizes of its chunks. A piece is held back until a byte
 * beyond it is seen, so that the last piece is known as the last; an empty stream is one empty last piece.
 */
export function cutIntoPieces(
  sizeOf: (index: number) => number,
  turnInto: (piece: Piece) => Buffer | undefined,
): Transform {
  let pending: Buffer[] = []
  let pendingBytes = 0
  let index = 0

  function take(last: boolean): Buffer | undefined {
    const size = last ? pendingBytes : sizeOf(index)
    const [first = Buffer.alloc(0), ...rest] = pending
    const all = rest.length > 0 ? Buffer.concat(pending) : first
    pending = [all.subarray(size)]
    pendingBytes = all.length - size
    return turnInto({ bytes: all.subarray(0, size), index: index++, last })
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      pending.push(chunk)
      pendingBytes += chunk.length
      try {
        while (pendingBytes > sizeOf(index)) push(this, take(false))
        done()
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
    flush(done) {
      try {
        push(this, take(true))
        done()
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
  })
}

function push(stream: Transform, bytes: Buffer | undefined): void {
  if (bytes && bytes.length > 0) stream.push(bytes)
}
