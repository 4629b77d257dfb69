const NEWLINE = 0x0a

/** Emits complete lines; an incomplete last line is buffered. */
export function rewriteLines(rewrite: (line: Buffer) => Buffer) {
  let pending: Buffer[] = []
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array>({
    transform(chunk, output) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      const end = bytes.lastIndexOf(NEWLINE) + 1
      if (end === 0) {
        pending.push(bytes)
        return
      }
      const whole = Buffer.concat([...pending, bytes.subarray(0, end)])
      pending = end < bytes.length ? [bytes.subarray(end)] : []
      output.enqueue(rewrite(whole))
    },
    flush(output) {
      if (pending.length > 0) output.enqueue(rewrite(Buffer.concat(pending)))
    },
  })
}
