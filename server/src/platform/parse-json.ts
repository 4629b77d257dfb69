/** No other text has a number that is rounded, or larger than any that JavaScript has. */
const MAY_BE_INEXACT = /\d{16}|\d[eE]\+?\d{3,}\s*(?:[\]},]|$)/
/** A string, or outside of strings a long whole number or one with a large exponent that is no name of a field. */
const STRING_OR_NUMBER =
  /"[^"\\]*(?:\\.[^"\\]*)*"?|(?<![\d.eE+-])-?(?:[1-9]\d{15,}|(?:0|[1-9]\d*)(?:\.\d+)?[eE]\+?\d{3,})(?![\d.eE]|\s*:)/gs

/**
 * JSON of others. A whole number that would be rounded is the text of its digits instead: ids of other systems have up to twenty
 * digits, and a rounded one is the id of something else. A number beyond 1.8e308 is a text, too, because it would become null.
 */
export function parseJson(text: string): unknown {
  return JSON.parse(MAY_BE_INEXACT.test(text) ? text.replaceAll(STRING_OR_NUMBER, exactly) : text)
}

// A reviver would take three times as long.
const exactly = (token: string): string => (token.startsWith('"') || isExact(token) ? token : `"${token}"`)

const isExact = (number: string): boolean =>
  /[eE]/.test(number) ? Number.isFinite(Number(number)) : String(Number(number)) === number
