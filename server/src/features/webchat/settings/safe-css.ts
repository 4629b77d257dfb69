import { type CssNode, generate, ident, type List, type ListItem, parse, type Url, walk } from 'css-tree'
import { LRUCache } from 'lru-cache'

/** Functions that load the address in a string, or ran code in old browsers. */
const FORBIDDEN_FUNCTIONS = new Set([
  'expression',
  'url',
  'src',
  'image',
  'image-set',
  '-webkit-image-set',
  'url-prefix',
])
const FORBIDDEN_PROPERTIES = new Set(['behavior', '-ms-behavior', '-moz-binding', '-webkit-binding'])
const FORBIDDEN_RULES = new Set(['import', 'charset', 'namespace', 'document', '-moz-document'])

/** CSS allows escapes in names. */
const plain = (name: string): string => ident.decode(name).toLowerCase()

const isOwnImage = ({ value }: Url): boolean => /^data:image\//i.test(value.trim())

/**
 * CSS that an administrator wrote, without whatever would load something from elsewhere, run something, or end the element
 * that contains it. What cannot be parsed is left out, because nobody knows what a browser makes of it.
 */
export function safeCss(css: string): string {
  const known = made.get(css)
  if (known !== undefined) return known
  const safe = clean(css)
  made.set(css, safe)
  return safe
}

/** Every start of a widget asks for the same few. */
const made = new LRUCache<string, string>({ max: 200 })

function clean(css: string): string {
  if (css.trim() === '') return ''
  const sheet = parse(css, { parseCustomProperty: true })
  walk(sheet, {
    enter(node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
      if (list && isForbidden(node)) list.remove(item)
    },
  })
  // Only within a string or a data URL may a slash be escaped.
  return generate(sheet).replaceAll('</', '<\\/')
}

function isForbidden(node: CssNode): boolean {
  if (node.type === 'Raw' || node.type === 'Comment' || node.type === 'CDO' || node.type === 'CDC') return true
  if (node.type === 'Atrule') return FORBIDDEN_RULES.has(plain(node.name)) || hasForbidden(node.prelude)
  if (node.type === 'Rule') return hasForbidden(node.prelude)
  if (node.type === 'Declaration') return FORBIDDEN_PROPERTIES.has(plain(node.property)) || hasForbidden(node.value)
  return false
}

/** Anything in it that must not be, however deep; what holds it goes with it. */
function hasForbidden(node: CssNode | null): boolean {
  let isFound = false
  if (node) {
    walk(node, (inner) => {
      if (inner.type === 'Raw') isFound = true
      if (inner.type === 'Url' && !isOwnImage(inner)) isFound = true
      if (inner.type === 'Function' && FORBIDDEN_FUNCTIONS.has(plain(inner.name))) isFound = true
    })
  }
  return isFound
}
