/** What tells the parts of a language apart, as far as colours need it. */
export type Syntax = {
  /** What begins a comment that ends with the line. */
  line: readonly string[]
  /** Pairs around what may go on over lines: comments first, then texts. */
  blocks: readonly { open: string; close: string; kind: 'comment' | 'string' }[]
  quotes: string
  keywords: ReadonlySet<string>
  ignoresCase?: boolean
  /** Characters that belong to a word besides letters, digits and the low line. */
  inWords?: string
  /** A word or text before a colon is the name of a value. */
  hasKeys?: boolean
  manner?: 'markup' | 'diff'
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const cComment = { open: '/*', close: '*/', kind: 'comment' } as const
const string = (quote: string) => ({ open: quote, close: quote, kind: 'string' }) as const

const script: Syntax = {
  line: ['//'],
  blocks: [cComment, string('`')],
  quotes: `"'`,
  inWords: '$#@',
  keywords: words(
    'abstract as async await break case catch class const continue declare default delete do else enum export extends false finally for from function get if implements import in instanceof interface is keyof let namespace new null of override private protected public readonly return satisfies set static super switch this throw true try type typeof undefined var void while with yield',
  ),
}
const python: Syntax = {
  line: ['#'],
  blocks: [string('"""'), string("'''")],
  quotes: `"'`,
  inWords: '@',
  keywords: words(
    'and as assert async await break case class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return self True try while with yield',
  ),
}
const shell: Syntax = {
  line: ['#'],
  blocks: [],
  quotes: `"'`,
  inWords: '$-',
  keywords: words(
    'alias case cd curl do docker done echo elif else esac exit export fi for function git if in local npm npx return set source sudo then unset until while',
  ),
}
const sql: Syntax = {
  line: ['--'],
  blocks: [cComment],
  quotes: `'"`,
  ignoresCase: true,
  keywords: words(
    'add all alter and as asc begin between by case cast check coalesce column commit constraint create cross database default delete desc distinct drop else end exists false foreign from full group having if in index inner insert into is join key left like limit not null offset on or order outer over partition primary references returning right rollback select set table then true union unique update using values view when where with',
  ),
}
const c: Syntax = {
  line: ['//'],
  blocks: [cComment],
  quotes: `"'`,
  inWords: '#@',
  keywords: words(
    '#define #endif #if #ifdef #ifndef #include abstract auto base bool boolean break byte case catch char class const constexpr continue default delete do double else enum explicit extends extern false final finally float for foreach friend if implements import inline int interface internal is long namespace new nullptr null object operator out override package private protected public readonly record ref return sealed short signed sizeof static string struct super switch template this throw throws true try typedef typename union unsigned using var virtual void volatile while yield',
  ),
}
const go: Syntax = {
  line: ['//'],
  blocks: [cComment, string('`')],
  quotes: `"'`,
  keywords: words(
    'any bool break byte case chan const continue default defer else error fallthrough false float64 for func go goto if import int int64 interface map nil package range return rune select string struct switch true type var',
  ),
}
const rust: Syntax = {
  line: ['//'],
  blocks: [cComment],
  quotes: `"`,
  inWords: '!',
  keywords: words(
    'as async await bool break const continue crate dyn else enum extern false fn for i32 i64 if impl in let loop match mod move mut pub ref return self Self static str struct super trait true type u32 u64 u8 unsafe use usize where while',
  ),
}
const scripting: Syntax = {
  line: ['#', '//'],
  blocks: [cComment],
  quotes: `"'`,
  inWords: '$@?',
  keywords: words(
    'abstract and as begin break case catch class const continue def default do echo else elsif elseif end ensure extends false final finally for foreach fn fun function if implements import in include interface let match module namespace new nil not null object or override package private protected public raise require rescue return self static super switch then this throw trait true try unless until use val var void when while yield',
  ),
}
const json: Syntax = {
  line: ['//'],
  blocks: [cComment],
  quotes: '"',
  keywords: words('true false null'),
  hasKeys: true,
}
const yaml: Syntax = {
  line: ['#'],
  blocks: [],
  quotes: `"'`,
  inWords: '-',
  keywords: words('true false null yes no on off'),
  hasKeys: true,
}
const css: Syntax = {
  line: [],
  blocks: [cComment],
  quotes: `"'`,
  inWords: '-@#.',
  keywords: words('@media @import @layer @keyframes @theme @supports @container @font-face @apply'),
  hasKeys: true,
}
const markup: Syntax = {
  line: [],
  blocks: [{ open: '<!--', close: '-->', kind: 'comment' }],
  quotes: `"'`,
  keywords: words('DOCTYPE'),
  manner: 'markup',
}
const diff: Syntax = { line: [], blocks: [], quotes: '', keywords: words(''), manner: 'diff' }

const byName: Record<string, Syntax> = {
  ...named('js jsx ts tsx mjs cjs javascript typescript', script),
  ...named('py python', python),
  ...named('sh bash zsh shell console dockerfile powershell ps1', shell),
  ...named('sql postgresql mysql sqlite', sql),
  ...named('c cpp h hpp java cs csharp dart objc swift', c),
  ...named('go golang', go),
  ...named('rs rust', rust),
  ...named('rb ruby php kt kotlin scala lua perl elixir', scripting),
  ...named('json json5 jsonc', json),
  ...named('yaml yml toml ini env', yaml),
  ...named('css scss less', css),
  ...named('html xml svg vue xhtml', markup),
  ...named('diff patch', diff),
}

function named(names: string, syntax: Syntax): Record<string, Syntax> {
  return Object.fromEntries(names.split(' ').map((name) => [name, syntax]))
}

export function syntaxOf(language: string | undefined): Syntax | undefined {
  const name = language?.toLowerCase() ?? ''
  return Object.hasOwn(byName, name) ? byName[name] : undefined
}
