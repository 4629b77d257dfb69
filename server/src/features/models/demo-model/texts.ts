const MAX_WORDS = 20_000

export const markdownSample = `## A heading

A paragraph with **bold**, *italic* and \`code\`, and [a link](https://example.com).

| Fruit | Number |
|---|---|
| Apple | 3 |
| Pear | 5 |

\`\`\`js
const sum = 3 + 5
\`\`\`

- first
- second
  - inside the second
`

const vocabulary =
  'a calm morning in the small harbour boats lie still and gulls walk along the wall while someone opens the shutters of the bakery and the smell of bread moves slowly up the street'.split(
    ' ',
  )

const stopWords = new Set(
  'a about an and are at be can could did do does find for from has have how i in is it its me my of on or our please should tell that the their there they this to us was we were what when where which who why will with would you your'.split(
    ' ',
  ),
)

export function numbers(count: number): string {
  return Array.from({ length: Math.min(count, MAX_WORDS) }, (_, index) => index + 1).join(' ')
}

export function words(count: number): string {
  return Array.from({ length: Math.min(count, MAX_WORDS) }, (_, index) => vocabulary[index % vocabulary.length]).join(
    ' ',
  )
}

/** What a question is about: what it quotes, or its words without the small ones, or all of them if there is nothing else. */
export function keyWords(question: string): string {
  const quoted = /[“«]([^“«”»]+)[”»]/.exec(question)?.[1]
  const all = (quoted ?? question).match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu) ?? []
  const meaningful = all.filter((word) => !stopWords.has(word.toLowerCase()))
  return (meaningful.length > 0 ? meaningful : all).join(' ')
}

/** The name by which a person introduces themselves. */
export function nameIn(text: string): string | null {
  const [, name = ''] =
    /(?<!\p{L})(?:my name is|i am|i['’]m|call me|меня зовут)\s+(\p{L}[\p{L}’'-]*)/iu.exec(text) ?? []
  return /^\p{Lu}/u.test(name) ? name : null
}

/** By its own words: what it quotes may be in another language. */
export const isRussian = (text: string): boolean =>
  /\p{Script=Cyrillic}/u.test(text.replace(/[“«"][^“«”»"]+[”»"]/gu, ''))

export function quote(text: string, longest = 200): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`
}
