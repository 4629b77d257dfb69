import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createCipher, hashSecret, randomToken, SealBroken, safeEqual } from './cipher.ts'

const key = randomBytes(32)
const cipher = createCipher(key)
const segment = 64 * 1024
const sealedSegment = segment + 16
const header = 33

const sealBytes = (plain: Buffer) => buffer(Readable.from([plain]).pipe(cipher.encryptStream()))
const openBytes = (sealed: Buffer, by = cipher) => buffer(Readable.from([sealed]).pipe(by.decryptStream()))

test('a sealed text opens to what it was, and never looks the same twice', () => {
  for (const text of ['', 'sk-secret', 'żółć 🔑 \u0000 line\nline', 'x'.repeat(100_000)]) {
    const sealed = cipher.encrypt(text)
    expect(sealed).toMatch(/^v1\.[\w-]+$/)
    expect(cipher.decrypt(sealed)).toBe(text)
    expect(cipher.encrypt(text)).not.toBe(sealed)
  }
})

test('a sealed text with any one character changed does not open', () => {
  const sealed = cipher.encrypt('sk-secret')
  for (let at = 0; at < sealed.length; at++) {
    const altered = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
    expect(() => cipher.decrypt(altered)).toThrow(SealBroken)
  }
})

test('a text that was never sealed, was cut, or was sealed under another key does not open', () => {
  const sealed = cipher.encrypt('sk-secret')
  for (const text of ['', 'v1.', 'v1', 'sk-secret', 'v2.AAAA', 'v1.AAAA', sealed.slice(0, -4), `${sealed}.x`])
    expect(() => cipher.decrypt(text)).toThrow('The sealed value cannot be opened')
  expect(() => createCipher(randomBytes(32)).decrypt(sealed)).toThrow(/another key/)
})

test('a key of the wrong length is refused', () => {
  expect(() => createCipher(Buffer.from('short'))).toThrow('An encryption key has 32 bytes; this one has 5.')
})

test('sealed bytes of every awkward length open to what they were', async () => {
  for (const length of [0, 1, segment - 1, segment, segment + 1, 3 * segment, 3 * segment + 17]) {
    const plain = randomBytes(length)
    const sealed = await sealBytes(plain)
    expect(sealed.length).toBe(header + length + 16 * Math.max(1, Math.ceil(length / segment)))
    expect((await openBytes(sealed)).equals(plain)).toBe(true)
  }
})

test('how the bytes are chunked on their way makes no difference', async () => {
  const plain = randomBytes(2 * segment + 5)
  const inBits = (bytes: Buffer, size: number) =>
    Readable.from(
      Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size)),
    )
  const sealed = await buffer(inBits(plain, 777).pipe(cipher.encryptStream()))
  expect((await buffer(inBits(sealed, 31).pipe(cipher.decryptStream()))).equals(plain)).toBe(true)
})

test('sealed bytes that were changed, cut, extended or reordered do not open', async () => {
  const plain = randomBytes(3 * segment)
  const sealed = await sealBytes(plain)
  const head = sealed.subarray(0, header)
  const [one, two, three] = [0, 1, 2].map((i) =>
    sealed.subarray(header + i * sealedSegment, header + (i + 1) * sealedSegment),
  )
  if (!one || !two || !three) throw new Error('three segments were expected')

  const flipped = (at: number) => {
    const copy = Buffer.from(sealed)
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
    return copy
  }
  const forgeries = {
    'changed version': flipped(0),
    'changed salt': flipped(5),
    'changed bytes': flipped(header + segment + 20),
    'changed tag': flipped(sealed.length - 1),
    'cut at a segment': sealed.subarray(0, header + 2 * sealedSegment),
    'cut within a segment': sealed.subarray(0, -5),
    'cut to the header': head,
    'nothing at all': Buffer.alloc(0),
    'one byte more': Buffer.concat([sealed, Buffer.of(0)]),
    'last segment twice': Buffer.concat([sealed, three]),
    'segments swapped': Buffer.concat([head, two, one, three]),
    'segment left out': Buffer.concat([head, one, three]),
    'head of another': Buffer.concat([(await sealBytes(plain)).subarray(0, header), one, two, three]),
  }
  for (const [name, forgery] of Object.entries(forgeries))
    await expect(openBytes(forgery), name).rejects.toThrow(SealBroken)
  await expect(openBytes(sealed, createCipher(randomBytes(32)))).rejects.toThrow(SealBroken)
})

test('bytes are let out only after they are proven', async () => {
  const sealed = await sealBytes(randomBytes(2 * segment))
  const altered = Buffer.concat([sealed.subarray(0, header + sealedSegment), Buffer.alloc(sealedSegment)])
  let seen = 0
  const reading = async () => {
    for await (const chunk of Readable.from([altered]).pipe(cipher.decryptStream())) seen += chunk.length
  }
  await expect(reading()).rejects.toThrow(SealBroken)
  expect(seen).toBeLessThanOrEqual(segment)
})

test('a secret is looked up by a hash, compared safely, and drawn at random', () => {
  expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(randomToken(32)).toMatch(/^[\w-]{43}$/)
  expect(randomToken(32)).not.toBe(randomToken(32))
  expect(safeEqual('secret', 'secret')).toBe(true)
  expect(safeEqual('secret', 'secreT')).toBe(false)
  expect(safeEqual('secret', 'secret ')).toBe(false)
})
