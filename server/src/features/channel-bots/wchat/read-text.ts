/** Ids of the people whom a text mentions, each once. */
export const mentionedIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/<@([A-Z0-9]+)(?:\|[^<>]*)?>/g)].map(([, id = '']) => id)),
]

type Names = {
  bot_user_id: string
  /** What a person is called; undefined where that is not known. */
  personName: (id: string) => string | undefined
}

/** A text as people see it; https://docs.slack.dev/messaging/formatting-message-text. The mention of the bot itself is left out. */
export function readText(text: string, { bot_user_id, personName }: Names): string {
  const read = text.replace(/<([^<>]*)>/g, (whole, inside: string) => {
    const [target = '', label] = splitOnce(inside, '|')
    if (target === `@${bot_user_id}`) return BOT_MENTION
    if (target.startsWith('@')) return `@${label || personName(target.slice(1)) || target.slice(1)}`
    if (target.startsWith('#')) return `#${label || target.slice(1)}`
    if (target.startsWith('!')) return readSpecial(target.slice(1), label)
    return target === '' ? whole : readLink(target, label)
  })
  return decode(withoutBot(read)).trim()
}

/** A character that no text has: those that come in are taken out before. */
const BOT_MENTION = '\u0000'

/** With the white space and the comma or colon that set it apart from the rest. */
const withoutBot = (text: string): string =>
  text
    .replace(/^\s*\0[,:]?\s*/, '')
    .replace(/(?<![ \t])[ \t]*\0(?=[ \t]*[.!?,;:])/g, '')
    .replace(/(?<![ \t])[ \t]*\0[ \t]*/g, ' ')

/** `!here`, `!subteam^S1|@sales`, `!date^1392734382^{date}|Feb 18`. */
function readSpecial(special: string, label: string | undefined): string {
  const [name = ''] = special.split('^')
  if (label) return label
  return name === 'subteam' ? '@group' : `@${name}`
}

/** What is shown, with the address where that is another text. */
function readLink(target: string, label: string | undefined): string {
  const address = target.replace(/^mailto:/, '')
  if (!label || label === address || label === target) return address
  return address.replace(/^https?:\/\//, '') === label ? address : `${label} (${address})`
}

const decode = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}
