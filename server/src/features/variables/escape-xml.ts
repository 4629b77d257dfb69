const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Of the control characters XML has these; it has no way to write the others. */
const WHITE_SPACE = '\t\n\r'

export const escapeXml = (text: string): string =>
  text
    .replaceAll(/\p{Cc}|[\ufffe\uffff]/gu, (character) => (WHITE_SPACE.includes(character) ? character : ''))
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
