import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { Transform } from 'node:stream'
import { cutIntoPieces } from './pieces.ts'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const segmentBytes = 64 * 1024

const textVersion = 'v1'
const streamVersion = 1
const saltBytes = 32
const headerBytes = 1 + saltBytes

/** What was sealed has been altered, cut short, or sealed under another key. */
export class SealBroken extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(`The sealed value cannot be opened: ${why}.`, options)
    this.name = 'SealBroken'
  }
}

export type Cipher = {
  /** Seals a text as `v1.<base64url>`. */
  encrypt(plain: string): string
  /** Throws `SealBroken` unless the text is exactly what `encrypt` returned under the same key. */
  decrypt(sealed: string): string
  /** Seals bytes as they pass, in segments, so that memory stays flat whatever the length. */
  encryptStream(): Transform
  /** Lets out only bytes that were proven; fails with `SealBroken` on a change, a cut or a swap of segments. */
  decryptStream(): Transform
  /** A key of its own for one purpose, such as signing tokens; a signature for one is not valid for another. */
  deriveKey(purpose: string): Buffer
}

export function createCipher(secret: Buffer): Cipher {
  if (secret.length !== keyBytes)
    throw new Error(`An encryption key has ${keyBytes} bytes; this one has ${secret.length}.`)
  // Prepared once: to do so for each value cost four times as much as to open it.
  const key = createSecretKey(secret)

  return {
    encrypt: (plain) => {
      const nonce = randomBytes(nonceBytes)
      return `${textVersion}.${Buffer.concat([nonce, seal(key, nonce, Buffer.from(plain))]).toString('base64url')}`
    },
    decrypt: (sealed) => {
      const [version, text, ...more] = sealed.split('.')
      if (version !== textVersion || !text || more.length > 0) throw new SealBroken('its form is unknown')
      const bytes = Buffer.from(text, 'base64url')
      // Base64 has spare bits that decode to the same bytes; only the one canonical text is accepted.
      if (bytes.toString('base64url') !== text) throw new SealBroken('its form is unknown')
      return open(key, bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes)).toString()
    },
    encryptStream: () => sealSegments(key),
    decryptStream: () => openSegments(key),
    deriveKey: (purpose) => Buffer.from(hkdfSync('sha256', key, '', purpose, keyBytes)),
  }
}

// Each stream has a key of its own, so the nonce may be a plain counter and can never repeat under one key.
function sealSegments(key: KeyObject): Transform {
  const salt = randomBytes(saltBytes)
  const streamKey = deriveStreamKey(key, salt)
  const header = Buffer.concat([Buffer.of(streamVersion), salt])

  return cutIntoPieces(
    () => segmentBytes,
    ({ bytes, index, last }) => {
      const segment = seal(streamKey, segmentNonce(index, last), bytes)
      return index === 0 ? Buffer.concat([header, segment]) : segment
    },
  )
}

function openSegments(key: KeyObject): Transform {
  let streamKey: KeyObject | undefined

  return cutIntoPieces(
    (index) => (index === 0 ? headerBytes : segmentBytes + tagBytes),
    ({ bytes, index, last }) => {
      if (streamKey) return open(streamKey, segmentNonce(index - 1, last), bytes)

      if (last) throw new SealBroken('it is cut short')
      if (bytes[0] !== streamVersion) throw new SealBroken('its form is unknown')
      streamKey = deriveStreamKey(key, bytes.subarray(1))
      return undefined
    },
  )
}

function deriveStreamKey(key: KeyObject, salt: Buffer): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', key, salt, 'byte stream', keyBytes)))
}

// The counter makes a swap of segments fail, the flag of the last segment makes a cut fail.
function segmentNonce(index: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(nonceBytes)
  nonce.writeUIntBE(index, nonceBytes - 7, 6)
  nonce.writeUInt8(last ? 1 : 0, nonceBytes - 1)
  return nonce
}

function seal(key: KeyObject, nonce: Buffer, plain: Buffer): Buffer {
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function open(key: KeyObject, nonce: Buffer, sealed: Buffer): Buffer {
  if (sealed.length < tagBytes) throw new SealBroken('it is cut short')
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  const plain = decipher.update(sealed.subarray(0, -tagBytes))
  try {
    return Buffer.concat([plain, decipher.final()])
  } catch (cause) {
    throw new SealBroken('it was altered, or sealed under another key', { cause })
  }
}

/** For looking up a key by its value without storing the value. Only for random secrets: it is fast, so not for passwords. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** A token fit for a URL, made of as many random bytes. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** Compares in constant time: neither text nor its length can be inferred. */
export function safeEqual(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
