import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type ZipEntry, zipStream } from './zip.ts'

const modified_at = new Date()
const file = (name: string, open: () => Promise<Readable>): ZipEntry => ({ name, modified_at, open })
const text = (words: string) => async () => Readable.from([Buffer.from(words)])
async function* many(...entries: ZipEntry[]) {
  yield* entries
}

test('a file that cannot be read breaks the zip, be it when it is opened or later, and before its turn', async () => {
  const unopened = () => Promise.reject(new Error('The store is down'))
  const broken = async () =>
    Readable.from(
      (function* () {
        yield Buffer.from('a part')
        throw new Error('The disk broke')
      })(),
    )
  for (const [open, message] of [
    [unopened, 'The store is down'],
    [broken, 'The disk broke'],
  ] as const) {
    const zip = zipStream(many(file('a', text('a')), file('b', open), file('c', text('c'))))
    await expect(buffer(zip)).rejects.toThrow(message)
  }
})

test('a client that leaves early leaves no file open', async () => {
  const opened: Readable[] = []
  const endless = async () => {
    const stream = new Readable({ read: () => undefined })
    opened.push(stream)
    return stream
  }
  const zip = zipStream(many(...Array.from({ length: 20 }, (_, n) => file(`${n}`, endless))))
  zip.on('error', () => undefined)
  zip.read(0)
  await expect.poll(() => opened.length).toBe(8)
  zip.destroy()
  opened[0]?.push(null)
  await expect.poll(() => opened.filter(({ destroyed }) => !destroyed)).toEqual([])
})
