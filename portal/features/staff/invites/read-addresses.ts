/** The addresses of a pasted text, each once: separated by anything, written plain or as `Ann <ann@example.com>`. */
export function readAddresses(text: string): string[] {
  const words = text.split(/[\s,;]+/).map((word) => word.replace(/^<(.*)>$/, '$1').toLowerCase())
  const isNamed = /<[^<>\s]+@[^<>\s]+>/.test(text)
  // In “Anna <anna@example.com>” only the part in brackets is an address.
  const wanted = words.filter((word) => word !== '' && (!isNamed || word.includes('@')))
  return [...new Set(wanted)]
}
