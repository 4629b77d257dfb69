import { VARIABLE_MASK } from '#contracts/variable-names.ts'
import { replaceText } from '#platform/includes-text.ts'
import { escapeXml } from './escape-xml.ts'
import { mapTexts } from './fill-variables.ts'
import { maskBytes } from './mask-bytes.ts'

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

/** Makes what others answered fit to be shown: none of the secrets is in it. */
export type Mask = {
  /** JSON, in values and in keys. */
  <T>(value: T): T
  /** A file; the same bytes where no secret is in it. */
  bytes(bytes: Buffer): Promise<Buffer>
}

export function maskSecrets(secrets: readonly string[]): Mask {
  const forms = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length)
  const mask = (text: string) => forms.reduce((masked, form) => replaceText(masked, form, VARIABLE_MASK), text)
  const maskAll = <T>(value: T) => (forms.length === 0 ? value : (mapTexts(value, mask, mask) as T))
  const bytesOfForms = forms.map((form) => Buffer.from(form))
  return Object.assign(maskAll, { bytes: (bytes: Buffer) => maskBytes(bytes, bytesOfForms) })
}
