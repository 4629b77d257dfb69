import { storedChoice, useChoice } from './stored.ts'

export const languages = [
  { value: 'en', label: 'English' },
  { value: 'ru', label: 'Русский' },
] as const
export type Language = (typeof languages)[number]['value']

export const language = storedChoice<Language>(
  'alongside:language',
  languages.map(({ value }) => value),
  () => languages.find(({ value }) => navigator.languages.some((wanted) => wanted.startsWith(value)))?.value ?? 'en',
)

export function followLanguage(): void {
  const apply = () => {
    document.documentElement.lang = language.get()
  }
  language.subscribe(apply)
  apply()
}

export type Catalogue<M> = Record<Language, M>

/** The words of one feature. English decides the shape; every other language must have all of it. */
export function catalogue<M>(en: M, others: { ru: NoInfer<M> }): Catalogue<M> {
  return { en, ...others }
}

export function useMessages<M>(words: Catalogue<M>): M {
  return words[useChoice(language)]
}

export function useLanguage(): Language {
  return useChoice(language)
}

const russianPlurals = new Intl.PluralRules('ru')

/** The form of a Russian noun that goes with a number: один сотрудник, два сотрудника, пять сотрудников. */
export function pluralRu(count: number, [one, few, many]: [one: string, few: string, many: string]): string {
  const rule = russianPlurals.select(count)
  if (rule === 'one') return one
  return rule === 'few' ? few : many
}
