import type { Extension } from '@codemirror/state'
import { extensionOf } from '#contracts/file-types.ts'

const javascript = (options: { typescript?: boolean; jsx?: boolean }) => async () =>
  (await import('@codemirror/lang-javascript')).javascript(options)
const json = async () => (await import('@codemirror/lang-json')).json()
const yaml = async () => (await import('@codemirror/lang-yaml')).yaml()
const html = async () => (await import('@codemirror/lang-html')).html()
const css = async () => (await import('@codemirror/lang-css')).css()

const languages: Record<string, () => Promise<Extension>> = {
  md: async () => (await import('@codemirror/lang-markdown')).markdown(),
  htm: html,
  html,
  json,
  webmanifest: json,
  yaml,
  yml: yaml,
  ts: javascript({ typescript: true }),
  tsx: javascript({ typescript: true, jsx: true }),
  js: javascript({}),
  mjs: javascript({}),
  jsx: javascript({ jsx: true }),
  py: async () => (await import('@codemirror/lang-python')).python(),
  sql: async () => (await import('@codemirror/lang-sql')).sql(),
  css,
  scss: css,
  xml: async () => (await import('@codemirror/lang-xml')).xml(),
}

const prose = ['md', 'txt', 'log', 'htm', 'html']

/** Prose gets no line numbers, and its lines wrap. */
export const isProse = (name: string): boolean => prose.includes(extensionOf(name)) || !name.includes('.')

/** The syntax highlighting of a file, loaded per language; none if loading fails. */
export async function languageOf(name: string): Promise<Extension> {
  return (await languages[extensionOf(name)]?.().catch(() => undefined)) ?? []
}
