import { z } from 'zod'

/** Creating a formatter is slow, and code that formats a list uses the same one each time. */
const MAX_FORMATTERS = 100
/** Fixed, so that results do not depend on the machine. */
const DEFAULT_LANGUAGE = 'en-US'

const Locales = z
  .union([z.string(), z.array(z.string())])
  .nullish()
  .transform((locales) => locales ?? DEFAULT_LANGUAGE)
/** The runtime validates the values of options. */
const Options = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((options) => options ?? {})

/** Numbers come as texts, because JSON has neither NaN nor BigInt. */
const amount = (text: unknown): number | bigint => {
  const given = z.string().parse(text)
  return /^-?\d{16,}$/.test(given) ? BigInt(given) : Number(given)
}
const moment = (text: unknown): number => Number(z.string().parse(text))
const string = (text: unknown): string => z.string().parse(text)
const strings = (list: unknown): string[] => z.array(z.string()).parse(list)
const unit = (name: unknown) => z.string().parse(name) as Intl.RelativeTimeFormatUnit

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
      format: (list) => formatter.format(strings(list)),
      formatToParts: (list) => formatter.formatToParts(strings(list)),
      resolvedOptions: () => formatter.resolvedOptions(),
    }
  },
  DisplayNames(locales, options) {
    const names = new Intl.DisplayNames(locales, options as Intl.DisplayNamesOptions)
    return { of: (code) => names.of(string(code)), resolvedOptions: () => names.resolvedOptions() }
  },
  Segmenter(locales, options) {
    const segmenter = new Intl.Segmenter(locales, options)
    return {
      segment: (text) => [...segmenter.segment(string(text))],
      resolvedOptions: () => segmenter.resolvedOptions(),
    }
  },
} satisfies Record<string, Make>

const Kind = z.enum(Object.keys(kinds) as (keyof typeof kinds)[])
const known = new Map<string, ReturnType<Make>>()

/** Calls a method of a formatter. The arguments come from the sandbox, and are checked here. */
export function format(kind: unknown, locales: unknown, options: unknown, method: unknown, args: unknown): unknown {
  const key = JSON.stringify([kind, locales, options])
  const make: Make = kinds[Kind.parse(kind)]
  const formatter = known.get(key) ?? make(Locales.parse(locales), Options.parse(options))
  if (known.size < MAX_FORMATTERS) known.set(key, formatter)
  const name = string(method)
  // Inherited properties of objects are not methods of a formatter.
  if (!Object.hasOwn(formatter, name)) throw new TypeError(`${name} is not a function`)
  return formatter[name]?.(...z.array(z.unknown()).parse(args))
}

const collators = new Map<string, Intl.Collator>()

/** The place of each text in the order of a language. Texts that are equal there have the same. */
export function rankTexts(locales: unknown, options: unknown, texts: unknown): number[] {
  const key = JSON.stringify([locales, options])
  const collator = collators.get(key) ?? new Intl.Collator(Locales.parse(locales), Options.parse(options))
  if (collators.size < MAX_FORMATTERS) collators.set(key, collator)
  const ranked = strings(texts).map((text) => ({ text, rank: 0 }))
  const [first, ...others] = ranked.toSorted((one, other) => collator.compare(one.text, other.text))
  let before = first
  for (const each of others) {
    if (before) each.rank = before.rank + (collator.compare(before.text, each.text) === 0 ? 0 : 1)
    before = each
  }
  return ranked.map(({ rank }) => rank)
}

/** How texts, numbers and dates are written in a language where no formatter is named. */
export function writeLocalized(name: unknown, text: unknown, locales: unknown, options: unknown): string {
  const [languages, chosen] = [Locales.parse(locales), Options.parse(options)]
  switch (name) {
    case 'toLocaleString':
      return new Date(moment(text)).toLocaleString(languages, chosen)
    case 'toLocaleDateString':
      return new Date(moment(text)).toLocaleDateString(languages, chosen)
    case 'toLocaleTimeString':
      return new Date(moment(text)).toLocaleTimeString(languages, chosen)
    case 'toLocaleLowerCase':
      return string(text).toLocaleLowerCase(languages)
    case 'toLocaleUpperCase':
      return string(text).toLocaleUpperCase(languages)
    default:
      return z.string().parse(format('NumberFormat', locales, options, 'format', [text]))
  }
}

/** The same for every kind: the runtime has the same languages for all. */
export const supportedLocales = (locales: unknown): string[] =>
  Intl.NumberFormat.supportedLocalesOf(Locales.parse(locales))
