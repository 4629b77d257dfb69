import { useSyncExternalStore } from 'react'
import { storedChoice } from './stored.ts'

export const languages = [
  { value: 'en', label: 'English' },
  { value: 'ru', label: 'Русский' },
] as const
export type Language = (typeof languages)[number]['value']

/** The texts of one feature under its name: English is bundled, other languages are loaded on demand. */
export type Catalogue<M> = { name: string; en: M }
/** What a translation must have: every phrase of the catalogue. */
export type Words<C> = C extends Catalogue<infer M> ? M : never
/** The words of all features in one language, by the names of their catalogues. */
type Translations = ReadonlyMap<string, unknown>
type LoadTranslations = Record<Exclude<Language, 'en'>, () => Promise<Translations>>

/** The language that the person chose; it is shown as soon as its words are here. */
export const language = storedChoice<Language>(
  'alongside:language',
  languages.map(({ value }) => value),
  () => languages.find(({ value }) => navigator.languages.some((wanted) => wanted.startsWith(value)))?.value ?? 'en',
)

type Shown = { language: Language; translations: Translations }
const english: Shown = { language: 'en', translations: new Map() }
let shown = english
const listeners = new Set<() => void>()

/** Shows the chosen language from now on. Resolves when the words of the first one are here, or cannot be had. */
export async function followLanguage(load: LoadTranslations): Promise<void> {
  const apply = async () => {
    const chosen = language.get()
    const next =
      chosen === 'en'
        ? english
        : await load[chosen]().then(
            (translations) => ({ language: chosen, translations }),
            () => shown,
          )
    // Another choice may have been made while the words were on their way.
    if (language.get() !== chosen) return
    shown = next
    document.documentElement.lang = shown.language
    for (const listener of listeners) listener()
  }
  language.subscribe(apply)
  await apply()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const getShown = () => shown

export function catalogue<M>(name: string, en: M): Catalogue<M> {
  return { name, en }
}

export function useMessages<M>(of: Catalogue<M>): M {
  return wordsIn(useSyncExternalStore(subscribe, getShown), of)
}

/** The words as they are now, for a sentence that is shown once. */
export const wordsOf = <M>(of: Catalogue<M>): M => wordsIn(shown, of)

// Typed where it is written: a translation is `Words` of its catalogue.
const wordsIn = <M>({ translations }: Shown, { name, en }: Catalogue<M>): M =>
  (translations.get(name) as M | undefined) ?? en

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, getShown).language
}

const russianPlurals = new Intl.PluralRules('ru')

/** The form of a Russian noun that goes with a number: один сотрудник, два сотрудника, пять сотрудников. */
export function pluralRu(count: number, [one, few, many]: [one: string, few: string, many: string]): string {
  const rule = russianPlurals.select(count)
  if (rule === 'one') return one
  return rule === 'few' ? few : many
}
