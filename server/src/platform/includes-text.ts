/** The engine compares up to the product of both lengths; below this that is done in a few milliseconds. */
const QUICK = 5_000_000

/** Whether one text stands in the other, in time that grows with their lengths however they are made (Knuth, Morris, Pratt). */
export function includesText(text: string, sought: string): boolean {
  if (text.length * sought.length <= QUICK) return text.includes(sought)
  if (sought.length > text.length) return false
  const fallback = new Int32Array(sought.length)
  for (let at = 1, matched = 0; at < sought.length; at++) {
    while (matched > 0 && sought.charCodeAt(at) !== sought.charCodeAt(matched)) matched = fallback[matched - 1] ?? 0
    if (sought.charCodeAt(at) === sought.charCodeAt(matched)) matched++
    fallback[at] = matched
  }
  for (let at = 0, matched = 0; at < text.length; at++) {
    while (matched > 0 && text.charCodeAt(at) !== sought.charCodeAt(matched)) matched = fallback[matched - 1] ?? 0
    if (text.charCodeAt(at) === sought.charCodeAt(matched)) matched++
    if (matched === sought.length) return true
  }
  return false
}
