import { list, oneOf, record, text, textOrTexts, texts } from './guest-values.ts'

/** Creating a formatter is slow, and code that formats a list uses the same one each time. */
const MAX_FORMATTERS = 100
/** Fixed, so that results do not depend on the machine. */
const DEFAULT_LANGUAGE = 'en-US'

const localesOf = (given: unknown): string | string[] => textOrTexts(given ?? DEFAULT_LANGUAGE)
/** The runtime validates the values of options. */
const optionsOf = (given: unknown): object => record(given ?? {})

/** Numbers come as texts, because JSON has neither NaN nor BigInt. */
const amount = (value: unknown): number | bigint => {
  const given = text(value)
  return /^-?\d{16,}$/.test(given) ? BigInt(given) : Number(given)
}
const moment = (value: unknown): number => Number(text(value))
const unit = (name: unknown) => text(name) as Intl.RelativeTimeFormatUnit

type Make = (locales: string | string[], options: object) => Record<string, (...args: unknown[]) => unknown>

/** The methods of each kind beside `resolvedOptions`, by its name in `Intl`. */
const kinds = {
  NumberFormat(locales, options) {
    const formatter = new Intl.NumberFormat(locales, options)
    return {
      format: (value) => formatter.format(amount(value)),
      formatToParts: (value) => formatter.formatToParts(amount(value)),
      formatRange: (from, to) => formatter.formatRange(amount(from), amount(to)),
      formatRangeToParts: (from, to) => formatter.formatRangeToParts(amount(from), amount(to)),
      resolvedOptions: () => formatter.resolvedOptions(),
    }
  },
  DateTimeFormat(locales, options) {
    const formatter = new Intl.DateTimeFormat(locales, options)
    return {
      format: (at) => formatter.format(moment(at)),
      formatToParts: (at) => formatter.formatToParts(moment(at)),
      formatRange: (from, to) => formatter.formatRange(moment(from), moment(to)),
      formatRangeToParts: (from, to) => formatter.formatRangeToParts(moment(from), moment(to)),
      resolvedOptions: () => formatter.resolvedOptions(),
    }
  },
  Collator(locales, options) {
    const collator = new Intl.Collator(locales, options)
    return { resolvedOptions: () => collator.resolvedOptions() }
  },
  PluralRules(locales, options) {
    const rules = new Intl.PluralRules(locales, options)
    return {
      select: (value) => rules.select(Number(amount(value))),
      resolvedOptions: () => rules.resolvedOptions(),
    }
  },
  RelativeTimeFormat(locales, options) {
    const formatter = new Intl.RelativeTimeFormat(locales, options)
    return {
      format: (value, name) => formatter.format(Number(value), unit(name)),
      formatToParts: (value, name) => formatter.formatToParts(Number(value), unit(name)),
      resolvedOptions: () => formatter.resolvedOptions(),
    }
  },
  ListFormat(locales, options) {
    const formatter = new Intl.ListFormat(locales, options)
    return {
      format: (values) => formatter.format(texts(values)),
      formatToParts: (values) => formatter.formatToParts(texts(values)),
      resolvedOptions: () => formatter.resolvedOptions(),
    }
  },
  DisplayNames(locales, options) {
    const names = new Intl.DisplayNames(locales, options as Intl.DisplayNamesOptions)
    return { of: (code) => names.of(text(code)), resolvedOptions: () => names.resolvedOptions() }
  },
  Segmenter(locales, options) {
    const segmenter = new Intl.Segmenter(locales, options)
    return {
      segment: (value) => [...segmenter.segment(text(value))],
      resolvedOptions: () => segmenter.resolvedOptions(),
    }
  },
} satisfies Record<string, Make>

const kindNames = Object.keys(kinds) as (keyof typeof kinds)[]
const known = new Map<string, ReturnType<Make>>()

/** Calls a method of a formatter. The arguments come from the sandbox, and are checked here. */
export function format(kind: unknown, locales: unknown, options: unknown, method: unknown, args: unknown): unknown {
  const key = JSON.stringify([kind, locales, options])
  const make: Make = kinds[oneOf(kindNames, kind)]
  const formatter = known.get(key) ?? make(localesOf(locales), optionsOf(options))
  if (known.size < MAX_FORMATTERS) known.set(key, formatter)
  const name = text(method)
  // Inherited properties of objects are not methods of a formatter.
  if (!Object.hasOwn(formatter, name)) throw new TypeError(`${name} is not a function`)
  return formatter[name]?.(...list(args))
}

const collators = new Map<string, Intl.Collator>()

/** The place of each text in the order of a language. Texts that are equal there have the same. */
export function rankTexts(locales: unknown, options: unknown, given: unknown): number[] {
  const key = JSON.stringify([locales, options])
  const collator = collators.get(key) ?? new Intl.Collator(localesOf(locales), optionsOf(options))
  if (collators.size < MAX_FORMATTERS) collators.set(key, collator)
  const ranked = texts(given).map((each) => ({ text: each, rank: 0 }))
  const [first, ...others] = ranked.toSorted((one, other) => collator.compare(one.text, other.text))
  let before = first
  for (const each of others) {
    if (before) each.rank = before.rank + (collator.compare(before.text, each.text) === 0 ? 0 : 1)
    before = each
  }
  return ranked.map(({ rank }) => rank)
}

/** How texts, numbers and dates are written in a language where no formatter is named. */
export function writeLocalized(name: unknown, value: unknown, locales: unknown, options: unknown): string {
  const [languages, chosen] = [localesOf(locales), optionsOf(options)]
  switch (name) {
    case 'toLocaleString':
      return new Date(moment(value)).toLocaleString(languages, chosen)
    case 'toLocaleDateString':
      return new Date(moment(value)).toLocaleDateString(languages, chosen)
    case 'toLocaleTimeString':
      return new Date(moment(value)).toLocaleTimeString(languages, chosen)
    case 'toLocaleLowerCase':
      return text(value).toLocaleLowerCase(languages)
    case 'toLocaleUpperCase':
      return text(value).toLocaleUpperCase(languages)
    default:
      return text(format('NumberFormat', locales, options, 'format', [value]))
  }
}

/** The same for every kind: the runtime has the same languages for all. */
export const supportedLocales = (locales: unknown): string[] => Intl.NumberFormat.supportedLocalesOf(localesOf(locales))
