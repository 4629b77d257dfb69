import { expect, test } from 'vitest'
import { startConnectedVendor } from '#testing/doubles/vendors/connected-vendor.ts'
import { collect, never, question } from '#testing/models/model-calls.ts'
import type { ModelMessage } from '../model-language.ts'
import { streamModel } from '../stream-model.ts'

/** A PNG that says it is so large, of so many bytes. */
function png(width: number, height: number, bytes = 100): Uint8Array {
  const data = Buffer.alloc(bytes)
  data.write('89504e470d0a1a0a0000000d49484452', 'hex')
  data.writeUInt32BE(width, 16)
  data.writeUInt32BE(height, 20)
  return data
}

test.for(['vendor_2', 'vendor_4'] as const)('%s names a picture that is too large for Claude', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  const pictures = [png(8001, 100), png(8000, 8000), png(100, 100, 7_600_000)]
  const images = pictures.map((data) => ({ mime_type: 'image/png', data }))
  const messages: ModelMessage[] = [{ role: 'user', content: 'What is this?', images }]
  const { text } = await collect(streamModel(vendor.connection, question(vendor.model, { messages }), never))
  expect(text).toBe('ok')
  const sent = JSON.stringify(vendor.double.requests[0]?.body)
  expect(sent).toContain('[A picture of 8001 × 100 pixels is left out: you can see at most 8000 pixels a side')
  expect(sent.match(/iVBORw0KGgo/g)).toHaveLength(1)
})

test.for(['vendor_2', 'vendor_4'] as const)(
  '%s names pictures that are too large for Claude among many, or too many megabytes together',
  async (provider) => {
    await using vendor = await startConnectedVendor(provider)
    const send = async (pictures: Uint8Array[]) => {
      const images = pictures.map((data) => ({ mime_type: 'image/png', data }))
      const messages: ModelMessage[] = [{ role: 'user', content: 'What is this?', images }]
      await collect(streamModel(vendor.connection, question(vendor.model, { messages }), never))
      const sent = JSON.stringify(vendor.double.requests.at(-1)?.body)
      return { sent, shown: sent.match(/iVBORw0KGgo/g)?.length }
    }
    const small = Array.from({ length: 20 }, () => png(2000, 2000))
    const many = await send([...small, png(2001, 100)])
    expect(many.shown).toBe(20)
    expect(many.sent).toContain('[A picture of 2001 × 100 pixels is left out: you can see at most 2000 pixels a side')
    expect((await send([...small.slice(1), png(2001, 100)])).shown).toBe(20)
    const large = await send([1, 2, 3].map((side) => png(side, side, 7_400_000)))
    expect(large.shown).toBe(2)
    expect(large.sent).toContain(
      '[A picture of 3 × 3 pixels is left out: you can see at most 21 MB of pictures at once.]',
    )
  },
)
