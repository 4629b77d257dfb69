/** Bytes that come in pieces of any size; a body of single bytes costs no more than one of large pieces. */
export function growingBytes() {
  let buffer = Buffer.allocUnsafe(1024)
  let length = 0
  function makeRoom(count: number): void {
    if (length + count <= buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(length + count, buffer.length * 2))
    buffer.copy(larger, 0, 0, length)
    buffer = larger
  }
  return {
    get length() {
      return length
    },
    add(piece: Uint8Array) {
      makeRoom(piece.length)
      buffer.set(piece, length)
      length += piece.length
    },
    /** A text whose characters are all ASCII. */
    addAscii(text: string) {
      makeRoom(text.length)
      length += buffer.write(text, length, 'latin1')
    },
    addByte(byte: number) {
      if (length === buffer.length) this.add(Buffer.of(byte))
      else buffer[length++] = byte
    },
    /** What is there now; valid until more is added. */
    view: () => buffer.subarray(0, length),
    drop(count: number) {
      buffer.copyWithin(0, count, length)
      length -= count
    },
  }
}

export type GrowingBytes = ReturnType<typeof growingBytes>
