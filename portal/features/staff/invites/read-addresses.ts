/** The addresses of a pasted text, each once: separated by anything, written plain or as `Ann <ann@example.com>`. */
export function readAddresses(text: string): string[] {
  const words = text.split(/[\s,;]+/).map((word) => word.replace(/^<(.*)>$/, '$1').toLowerCase())
  const isNamed = /<[^<>\s]+@[^<>\s]+>/.test(text)
  // Beside addresses in brackets stand the names of people.
  const wanted = words.filter((word) => word !== '' && (!isNamed || word.includes('@')))
  return [...new Set(wanted)]
}
