import { OutboundRefused } from './refused.ts'

/** The whole body, unless it is longer than the limit: then reading stops and the connection is dropped. */
export async function readLimited(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop by an error cancels the body.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new OutboundRefused(`The answer is longer than the ${maxBytes} bytes that are allowed.`)
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks, size)
}
