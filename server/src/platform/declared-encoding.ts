/** As far as a browser looks into a page for the name of its encoding. */
const DECLARATION_BYTES = 1024
const DECLARED = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)|<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)/i

/** The encoding that a page or an XML file names in its beginning; undefined where it names none. */
export function declaredEncoding(bytes: Uint8Array): string | undefined {
  const found = DECLARED.exec(Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString('latin1'))
  // A page whose declaration can be read letter by letter is not in two bytes a letter.
  const name = found?.[1] ?? found?.[2]
  return name?.toLowerCase().startsWith('utf-16') ? undefined : name
}
