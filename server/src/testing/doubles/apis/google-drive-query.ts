import { FOLDER, type Node } from './drive-store.ts'

type Test = (node: Node) => boolean

const TOKEN = /\s*(?:('(?:[^'\\]|\\.)*')|([A-Za-z]+)|(<=|>=|!=|=|<|>)|([(){}]))/y

/** Reads a query of Google's search language; null where it is none. */
export function readQuery(text: string): Test | null {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const match = TOKEN.exec(text)
    if (!match) return null
    tokens.push(match[0].trim())
  }
  try {
    const test = either(tokens)
    return tokens.length === 0 ? test : null
  } catch {
    return null
  }
}

function either(tokens: string[]): Test {
  const tests = [both(tokens)]
  while (tokens[0] === 'or') {
    tokens.shift()
    tests.push(both(tokens))
  }
  return (node) => tests.some((test) => test(node))
}

function both(tokens: string[]): Test {
  const tests = [term(tokens)]
  while (tokens[0] === 'and') {
    tokens.shift()
    tests.push(term(tokens))
  }
  return (node) => tests.every((test) => test(node))
}

function term(tokens: string[]): Test {
  if (tokens[0] === '(') {
    tokens.shift()
    const inner = either(tokens)
    if (tokens.shift() !== ')') throw new Error('unbalanced')
    return inner
  }
  const [left = '', operator = '', right = ''] = tokens.splice(0, 3)
  if (operator === 'in' && right === 'parents') {
    const id = value(left)
    return ({ parent }) => parent === id
  }
  if (left === 'appProperties' && operator === 'has' && right === '{') {
    const [key, name, and, given, content, end] = [
      tokens.splice(0, 2),
      tokens.shift(),
      tokens.shift(),
      tokens.splice(0, 2),
      tokens.shift(),
      tokens.shift(),
    ]
    if (`${key} ${and} ${given} ${end}` !== 'key,= and value,= }') throw new Error('Invalid Value')
    const [property, wanted] = [value(name ?? ''), value(content ?? '')]
    return ({ properties }) => properties[property] === wanted
  }
  const test = tests[`${left} ${operator}`]
  if (!test) throw new Error('Invalid Value')
  if (left === 'trashed') return test(right)
  return test(value(right))
}

const lower = (text: string) => text.toLowerCase()
const mimeOf = ({ mime }: Node) => (mime === FOLDER ? 'application/vnd.google-apps.folder' : mime)

const tests: Record<string, (value: string) => Test> = {
  'trashed =': (value) => {
    if (value !== 'false') throw new Error('Invalid Value')
    return () => true
  },
  'name =': (value) => (node) => lower(node.name) === lower(value),
  // It looks at the beginnings of words alone.
  'name contains': (value) => (node) =>
    lower(node.name).startsWith(lower(value)) || lower(node.name).includes(` ${lower(value)}`),
  'fullText contains': (value) => (node) => lower(`${node.name}\n${node.bytes}`).includes(lower(value)),
  'mimeType =': (value) => (node) => mimeOf(node) === value,
  'mimeType !=': (value) => (node) => mimeOf(node) !== value,
  'mimeType contains': (value) => (node) => mimeOf(node).startsWith(value),
  'modifiedTime >': (value) => {
    const at = new Date(value)
    if (Number.isNaN(at.getTime())) throw new Error('Invalid Value')
    return (node) => node.modified > at
  },
}

function value(token: string): string {
  if (!token.startsWith("'")) throw new Error('Invalid Value')
  return token.slice(1, -1).replaceAll(/\\(.)/g, (_, character: string) => {
    if (character !== "'" && character !== '\\') throw new Error('Invalid Value')
    return character
  })
}
