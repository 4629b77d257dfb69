import type { Words } from './en.ts'

let known: Words

/** Each language is a chunk of its own, of which a visitor loads one. */
export async function loadWords(language: 'en' | 'ru'): Promise<void> {
  known = (language === 'ru' ? await import('./ru.ts') : await import('./en.ts')).default
}

/** What the widget says; nothing is drawn before it is here. */
export const getWords = (): Words => known
