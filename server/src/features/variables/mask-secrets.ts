import { VARIABLE_MASK } from '#contracts/variable-names.ts'
import { mapTexts } from './fill-variables.ts'

/** How a secret may come back from where it was sent: as it is, in an address, in a form, in JSON. */
function formsOf(secret: string): string[] {
  const trimmed = secret.trim()
  const forms = [secret, trimmed].flatMap((text) => [
    text,
    encodeURIComponent(text),
    encodeURIComponent(text).replaceAll('%20', '+'),
    JSON.stringify(text).slice(1, -1),
    new URL(`http://localhost/?${text}`).search.slice(1),
    new URL(`http://localhost/${text}`).pathname.slice(1),
  ])
  // An address leaves out what follows a `#` and resolves `..`; what is left says too little to be looked for.
  return forms.filter((form) => form !== '' && form.length >= trimmed.length)
}

/** Makes what others answered fit to be shown: JSON in which none of these secrets stands, in values and in keys. */
export function maskSecrets(secrets: readonly string[]): <T>(value: T) => T {
  const forms = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length)
  const mask = (text: string) => forms.reduce((masked, form) => masked.replaceAll(form, VARIABLE_MASK), text)
  return <T>(value: T) => (forms.length === 0 ? value : (mapTexts(value, mask, mask) as T))
}
