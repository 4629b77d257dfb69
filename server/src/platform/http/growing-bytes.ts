/** Bytes that come in pieces of any size; a body of single bytes costs no more than one of large pieces. */
export function growingBytes() {
  let buffer = Buffer.allocUnsafe(1024)
  let length = 0
  return {
    get length() {
      return length
    },
    add(piece: Uint8Array) {
      if (length + piece.length > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.max(length + piece.length, buffer.length * 2))
        buffer.copy(larger, 0, 0, length)
        buffer = larger
      }
      buffer.set(piece, length)
      length += piece.length
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
