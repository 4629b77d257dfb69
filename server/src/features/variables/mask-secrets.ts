import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import { escapeXml } from './escape-xml.ts'
import { mapTexts } from './fill-variables.ts'
import { maskBytes, maskTexts } from './mask-bytes.ts'

/** Hides nothing: before it is known what there is to hide. */
export const noMask = (): Mask => maskSecrets([])

/** How a secret may come back from where it was sent: as it is, in an address, in a form, in JSON, in XML. */
function formsOf(secret: string): string[] {
  const trimmed = secret.trim()
  const forms = [secret, trimmed].flatMap((text) => [
    text,
    encodeURIComponent(text),
    encodeURIComponent(text).replaceAll('%20', '+'),
    JSON.stringify(text).slice(1, -1),
    escapeXml(text),
    new URL(`http://localhost/?${text}`).search.slice(1),
    new URL(`http://localhost/${text}`).pathname.slice(1),
  ])
  // An address leaves out what follows a `#` and resolves `..`; what is left says too little to be looked for.
  return forms.filter((form) => form !== '' && form.length >= trimmed.length)
}

/** Makes what others answered fit to be shown: none of the secrets is in it. Yields to other work. */
export type Mask = {
  /** JSON, in values and in keys. */
  <T>(value: T): Promise<T>
  /** A file; the same bytes where no secret is in it. */
  bytes(bytes: Buffer): Promise<Buffer>
}

/** A request may name thousands of secrets, and its answer have thousands of texts: all texts are searched at once, form by form. */
export function maskSecrets(secrets: readonly string[]): Mask {
  let found: Promise<Buffer[]> | undefined
  const readForms = () => {
    found ??= allFormsOf(secrets)
    return found
  }
  async function mask<T>(value: T): Promise<T> {
    if (secrets.length === 0) return value
    const masked = await maskTexts(distinctTexts(value), await readForms())
    if (masked.size === 0) return value
    const change = (text: string) => masked.get(text) ?? text
    return mapTexts(value, change, change) as T
  }
  return Object.assign(mask, { bytes: async (bytes: Buffer) => maskBytes(bytes, await readForms()) })
}

async function allFormsOf(secrets: readonly string[]): Promise<Buffer[]> {
  const forms = new Set<string>()
  for (const secret of secrets) {
    for (const form of formsOf(secret)) forms.add(form)
    await yieldToEventLoop()
  }
  return [...forms].map((form) => Buffer.from(form))
}

/** Every text of a JSON value once, its keys too. */
function distinctTexts(value: unknown): string[] {
  const texts = new Set<string>()
  const open = [value]
  while (open.length > 0) {
    const each = open.pop()
    if (typeof each === 'string') texts.add(each)
    if (typeof each !== 'object' || each === null) continue
    for (const [key, item] of Object.entries(each)) {
      if (!Array.isArray(each)) texts.add(key)
      open.push(item)
    }
  }
  return [...texts]
}
