import { getWords } from '../words/words.ts'

/** The visitor’s own variety of the language, which writes times and days its own way. */
const locale = () =>
  navigator.languages.find((one) => one.startsWith(getWords().locale) && isLocale(one)) ?? getWords().locale

/** Some systems hand the browser a name of their own, such as `en-US@posix`. */
function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length > 0
  } catch {
    return false
  }
}

const startOfDay = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime()
const daysAgo = (time: Date) => Math.round((startOfDay(new Date()) - startOfDay(time)) / 86_400_000)

export const dayOf = (instant: string): number => startOfDay(new Date(instant))

export function dayText(day: number): string {
  const words = getWords()
  const time = new Date(day)
  const days = daysAgo(time)
  if (days === 0) return words.today
  if (days === 1) return words.yesterday
  const isThisYear = time.getFullYear() === new Date().getFullYear()
  return time.toLocaleDateString(locale(), {
    weekday: days < 7 ? 'long' : undefined,
    day: 'numeric',
    month: 'long',
    year: isThisYear ? undefined : 'numeric',
  })
}

export const clockTime = (instant: string): string =>
  new Date(instant).toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit' })

/** For lists: the time of today, else the day. */
export function shortTime(instant: string): string {
  const time = new Date(instant)
  if (daysAgo(time) === 0) return clockTime(instant)
  return time.toLocaleDateString(locale(), { day: 'numeric', month: 'short' })
}
