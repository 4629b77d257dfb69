import type { StreamParser } from '@codemirror/streamparser'
import type { Parser } from '@lezer/common'
import { type LazyValue, lazyValue } from '../../../lib/lazy-value.ts'
import type { Language } from './token.ts'

type Lazy = LazyValue<Language>

const tree = (load: () => Promise<Parser>): Lazy =>
  lazyValue(async () => {
    const [{ treeLanguage }, parser] = await Promise.all([import('./tree-language.ts'), load()])
    return treeLanguage(parser)
  })
const stream = <S>(load: () => Promise<StreamParser<S>>): Lazy =>
  lazyValue(async () => {
    const [{ streamLanguage }, mode] = await Promise.all([import('./stream-language.ts'), load()])
    return streamLanguage(mode)
  })

const javascript = (dialect: string) =>
  tree(async () => (await import('@lezer/javascript')).parser.configure({ dialect }))
const css = tree(async () => (await import('@lezer/css')).parser)
const html = tree(async () => (await import('./html-parser.ts')).htmlParser)
const cLike = () => import('@codemirror/legacy-modes/mode/clike')
const cssLike = () => import('@codemirror/legacy-modes/mode/css')

const byName: Record<string, Lazy> = {
  ...named('js jsx mjs cjs javascript', javascript('jsx')),
  ...named('ts typescript', javascript('ts')),
  ...named('tsx', javascript('ts jsx')),
  ...named(
    'json json5 jsonc',
    tree(async () => (await import('@lezer/json')).parser),
  ),
  ...named(
    'py python',
    tree(async () => (await import('@lezer/python')).parser),
  ),
  ...named(
    'yaml yml',
    tree(async () => (await import('@lezer/yaml')).parser),
  ),
  ...named('html xhtml vue', html),
  ...named(
    'xml svg',
    tree(async () => (await import('@lezer/xml')).parser),
  ),
  ...named(
    'php',
    tree(async () => (await import('@lezer/php')).parser.configure({ top: 'Program' })),
  ),
  css,
  scss: stream(async () => (await cssLike()).sCSS),
  less: stream(async () => (await cssLike()).less),
  ...named(
    'sh bash zsh shell console env',
    stream(async () => (await import('@codemirror/legacy-modes/mode/shell')).shell),
  ),
  ...named(
    'powershell ps1',
    stream(async () => (await import('@codemirror/legacy-modes/mode/powershell')).powerShell),
  ),
  dockerfile: stream(async () => (await import('@codemirror/legacy-modes/mode/dockerfile')).dockerFile),
  ...named(
    'sql sqlite',
    stream(async () => (await import('@codemirror/legacy-modes/mode/sql')).sqlite),
  ),
  ...named(
    'postgresql postgres',
    stream(async () => (await import('@codemirror/legacy-modes/mode/sql')).pgSQL),
  ),
  mysql: stream(async () => (await import('@codemirror/legacy-modes/mode/sql')).mySQL),
  ...named(
    'c h',
    stream(async () => (await cLike()).c),
  ),
  ...named(
    'cpp hpp',
    stream(async () => (await cLike()).cpp),
  ),
  java: stream(async () => (await cLike()).java),
  ...named(
    'cs csharp',
    stream(async () => (await cLike()).csharp),
  ),
  ...named(
    'kt kotlin',
    stream(async () => (await cLike()).kotlin),
  ),
  scala: stream(async () => (await cLike()).scala),
  dart: stream(async () => (await cLike()).dart),
  objc: stream(async () => (await cLike()).objectiveC),
  swift: stream(async () => (await import('@codemirror/legacy-modes/mode/swift')).swift),
  ...named(
    'go golang',
    stream(async () => (await import('@codemirror/legacy-modes/mode/go')).go),
  ),
  ...named(
    'rs rust',
    stream(async () => (await import('@codemirror/legacy-modes/mode/rust')).rust),
  ),
  ...named(
    'rb ruby',
    stream(async () => (await import('@codemirror/legacy-modes/mode/ruby')).ruby),
  ),
  ...named(
    'pl perl',
    stream(async () => (await import('@codemirror/legacy-modes/mode/perl')).perl),
  ),
  lua: stream(async () => (await import('@codemirror/legacy-modes/mode/lua')).lua),
  r: stream(async () => (await import('@codemirror/legacy-modes/mode/r')).r),
  toml: stream(async () => (await import('@codemirror/legacy-modes/mode/toml')).toml),
  ...named(
    'ini properties',
    stream(async () => (await import('@codemirror/legacy-modes/mode/properties')).properties),
  ),
  nginx: stream(async () => (await import('@codemirror/legacy-modes/mode/nginx')).nginx),
  ...named(
    'diff patch',
    stream(async () => (await import('@codemirror/legacy-modes/mode/diff')).diff),
  ),
}

function named(names: string, language: Lazy): Record<string, Lazy> {
  return Object.fromEntries(names.split(' ').map((name) => [name, language]))
}

/** A language by the name that is at the head of a block. */
export function languageNamed(name: string | undefined): Lazy | undefined {
  const key = name?.toLowerCase() ?? ''
  return Object.hasOwn(byName, key) ? byName[key] : undefined
}
