type Person = { id: string; name: string }

/** A text in parts; those that name someone who is mentioned say whom. */
export type Part = { text: string; person: Person | null }

/** Where a text mentions these people as `@Name`; the longest matching name counts. */
export function partsOf(text: string, people: readonly Person[]): Part[] {
  const longestFirst = people.filter(({ name }) => name !== '').toSorted((a, b) => b.name.length - a.name.length)
  const parts: Part[] = []
  let plain = ''
  for (let at = 0; at < text.length; ) {
    const person = text[at] === '@' ? longestFirst.find(({ name }) => isNamedAt(text, at, name)) : undefined
    if (!person) {
      plain += text[at]
      at += 1
      continue
    }
    if (plain) parts.push({ text: plain, person: null })
    plain = ''
    parts.push({ text: `@${person.name}`, person })
    at += person.name.length + 1
  }
  if (plain) parts.push({ text: plain, person: null })
  return parts
}

/** A whole name: `@Ann` is not in `@Anna`, and `me@Ann` is an address. */
function isNamedAt(text: string, at: number, name: string): boolean {
  if (!text.startsWith(name, at + 1)) return false
  const before = text[at - 1] ?? ' '
  const after = text[at + 1 + name.length] ?? ' '
  return !isOfWord.test(before) && !isOfWord.test(after)
}
const isOfWord = /[\p{L}\p{N}_]/u

/** Where several go by one name, all of them are meant. */
export function mentionedIn(text: string, people: readonly Person[]): string[] {
  const names = new Set(partsOf(text, people).flatMap(({ person }) => person?.name ?? []))
  return [...new Set(people.filter(({ name }) => names.has(name)).map(({ id }) => id))]
}
