// Runs inside the sandbox, before the code of a step: how numbers, dates and texts are written in a language, of which QuickJS knows
// nothing.
;(ask) => {
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

  /** While a sort is prepared: the texts that it is going to compare, by what ranks them. */
  let collected
  const collect = (rank, text) => {
    if (!collected.has(rank)) collected.set(rank, new Set())
    collected.get(rank).add(text)
  }

  /** Compares in the host, and texts that were ranked, which costs a hundredth, here. */
  const createComparer = (locales, options) => {
    const isOrdered = options === undefined && (locales === undefined || ordered.test(String(locales)))
    const rankInHost = (texts) => ask('rankTexts', locales, options, texts)
    // What is no language or option is refused, also where nothing is compared with it.
    if (!isOrdered) rankInHost([])
    let ranks = new Map()
    const rank = (texts) => {
      const found = rankInHost(texts)
      ranks = new Map(texts.map((text, at) => [text, found[at]]))
    }
    return (one, other) => {
      // Nothing is taken apart here, which QuickJS is slow at: a list that is sorted compares many.
      const first = typeof one === 'string' ? one : String(one)
      const second = typeof other === 'string' ? other : String(other)
      if (first === second) {
        if (collected) collect(rank, first)
        return 0
      }
      const place = ranks.get(first)
      const otherPlace = place === undefined ? undefined : ranks.get(second)
      if (otherPlace !== undefined) return place < otherPlace ? -1 : place > otherPlace ? 1 : 0
      if (isOrdered && plain.test(first) && plain.test(second)) return comparePlain(first, second)
      const [hostPlace, otherHostPlace] = rankInHost([first, second])
      return Math.sign(hostPlace - otherHostPlace)
    }
  }
  const comparers = new Map()
  const compareIn = (locales, options) => {
    const key = options === undefined && typeof locales !== 'object' ? locales : JSON.stringify([locales, options])
    const existing = comparers.get(key)
    if (existing) return existing
    const created = createComparer(locales, options)
    comparers.set(key, created)
    return created
  }

  const MIN_RANKED = 16
  /** The texts that a sort compares, by what ranks them: those of an element are named by comparing it with itself. */
  const collectTexts = (elements, compare) => {
    const outer = collected
    collected = new Map()
    try {
      for (const each of elements) if (each !== undefined) compare(each, each)
      return [...collected]
    } finally {
      collected = outer
    }
  }
  for (const name of ['sort', 'toSorted']) {
    const sort = Array.prototype[name]
    define(Array.prototype, {
      [name](compare) {
        const isRanked = typeof compare === 'function' && Array.isArray(this) && this.length >= MIN_RANKED
        const ranked = isRanked ? collectTexts(this, compare) : []
        try {
          for (const [rank, texts] of ranked) rank([...texts])
        } catch {
          // More than the host takes at once is compared one by one.
        }
        try {
          return Reflect.apply(sort, this, [compare])
        } finally {
          for (const [rank] of ranked) rank([])
        }
      },
    })
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
