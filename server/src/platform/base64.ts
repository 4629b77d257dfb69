/** Found where they begin alone: from each sign of a run on, looking for its end takes the square of its length. */
const NOT_WRITTEN = /\s|(?<!=)=+$/g

/** The bytes of standard base64, with or without padding and white space; null where it is none, of which Node skips what it does not know. */
export function readBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64').replace(/={1,2}$/, '') === text.replaceAll(NOT_WRITTEN, '') ? bytes : null
}
