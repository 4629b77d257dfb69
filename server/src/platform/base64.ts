/** The bytes of standard base64, with or without padding and white space; null where it is none, of which Node skips what it does not know. */
export function readBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64').replace(/=+$/, '') === text.replaceAll(/\s|=+$/g, '') ? bytes : null
}
