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
  let held: Buffer[] = []
  let heldBytes = 0
  let index = 0

  function take(last: boolean): Buffer | undefined {
    const size = last ? heldBytes : sizeOf(index)
    const [first = Buffer.alloc(0), ...rest] = held
    const all = rest.length > 0 ? Buffer.concat(held) : first
    held = [all.subarray(size)]
    heldBytes = all.length - size
    return turnInto({ bytes: all.subarray(0, size), index: index++, last })
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      held.push(chunk)
      heldBytes += chunk.length
      try {
        while (heldBytes > sizeOf(index)) push(this, take(false))
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
