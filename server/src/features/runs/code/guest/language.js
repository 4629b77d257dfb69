// Runs inside the sandbox, before the code of a step: how numbers, dates and texts are written in a language, of which QuickJS knows
// nothing.
;(ask, compareInHost) => {
  const define = (target, members) => {
    for (const [name, value] of Object.entries(members))
      Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false })
  }

  // Numbers and dates go to the host as texts, because JSON has no NaN, Infinity or BigInt.
  const numberText = (value) =>
    typeof value === 'bigint' || typeof value === 'string' ? String(value) : String(Number(value))
  const dateText = (value) => String(value === undefined ? Date.now() : Number(value))
  const same = (value) => value
  const kinds = {
    NumberFormat: {
      given: numberText,
      methods: ['formatToParts', 'formatRange', 'formatRangeToParts'],
      bound: 'format',
    },
    DateTimeFormat: {
      given: dateText,
      methods: ['formatToParts', 'formatRange', 'formatRangeToParts'],
      bound: 'format',
    },
    Collator: { given: String, methods: [], bound: 'compare' },
    PluralRules: { given: numberText, methods: ['select'] },
    RelativeTimeFormat: { given: same, methods: ['format', 'formatToParts'] },
    ListFormat: { given: (list) => Array.from(list, String), methods: ['format', 'formatToParts'] },
    DisplayNames: { given: String, methods: ['of'] },
    Segmenter: { given: String, methods: ['segment'] },
  }

  /** Languages in which plain letters and digits have the same order, which is found here: a list that is sorted compares many. */
  const ordered = /^(?:en|de|fr|es|it|pt|nl|pl|ru|uk)(?:-|$)/
  const plain = /^[A-Za-z0-9 ]*$/
  const comparePlain = (one, other) => {
    const [lower, otherLower] = [one.toLowerCase(), other.toLowerCase()]
    if (lower !== otherLower) return lower < otherLower ? -1 : 1
    return one === other ? 0 : one > other ? -1 : 1
  }
  const compareIn = (locales, options) => {
    const isOrdered = options === undefined && (locales === undefined || ordered.test(String(locales)))
    let key
    return (one, other) => {
      const [first, second] = [String(one), String(other)]
      if (isOrdered && plain.test(first) && plain.test(second)) return comparePlain(first, second)
      key ??= JSON.stringify([locales, options])
      return ask.read(compareInHost(key, first, second))
    }
  }

  const international = {}
  define(globalThis, { Intl: international })
  define(international, {
    getCanonicalLocales: (locales) => ask('canonicalLocales', locales),
    supportedValuesOf: (key) => ask('supportedValues', key),
  })
  for (const [kind, { given, methods, bound }] of Object.entries(kinds)) {
    const callWith = (asked, method, args) => ask('format', ...asked, method, args.map(given))
    // Called without `new` it makes one too, as it always has.
    function Formatter(locales, options) {
      const asked = [kind, locales, options]
      ask('format', ...asked, 'resolvedOptions', [])
      const made = Object.create(Formatter.prototype)
      define(made, { resolvedOptions: () => ask('format', ...asked, 'resolvedOptions', []) })
      for (const method of methods) define(made, { [method]: (...args) => callWith(asked, method, args) })
      if (bound === 'compare') define(made, { compare: compareIn(locales, options) })
      else if (bound) define(made, { [bound]: (value) => callWith(asked, bound, [value]) })
      return made
    }
    define(Formatter, { supportedLocalesOf: (locales) => ask('supportedLocales', locales) })
    define(international, { [kind]: Formatter })
  }
  const localized = (name, text) =>
    function (locales, options) {
      return ask('writeLocalized', name, text(this), locales, options)
    }
  for (const prototype of [Number.prototype, BigInt.prototype])
    define(prototype, { toLocaleString: localized('number', (value) => numberText(value.valueOf())) })
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'])
    define(Date.prototype, { [name]: localized(name, (date) => dateText(date.getTime())) })
  for (const name of ['toLocaleLowerCase', 'toLocaleUpperCase'])
    define(String.prototype, { [name]: localized(name, String) })
  define(String.prototype, {
    localeCompare(other, locales, options) {
      return compareIn(locales, options)(this, other)
    },
  })
}
