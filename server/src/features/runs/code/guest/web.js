// Runs inside the sandbox, before the code of a step: what programs expect beside the language itself. Returns what fires the next timer, false where there is none.
;(ask) => {
  class URLSearchParams {
    #pairs = []
    #changed = () => undefined
    constructor(given = '') {
      if (typeof given === 'object' && given !== null) {
        const pairs = Symbol.iterator in given ? given : Object.entries(given)
        this.#pairs = Array.from(pairs, ([name, value]) => [String(name), String(value)])
      } else this.#pairs = ask('readQuery', String(given))
    }
    static of(text, changed) {
      const query = new URLSearchParams(text)
      query.#changed = changed
      return query
    }
    #replace(pairs) {
      this.#pairs = pairs
      this.#changed(this.toString())
    }
    get size() {
      return this.#pairs.length
    }
    append(name, value) {
      this.#replace([...this.#pairs, [String(name), String(value)]])
    }
    delete(name, value) {
      this.#replace(
        this.#pairs.filter((pair) => pair[0] !== String(name) || (value !== undefined && pair[1] !== String(value))),
      )
    }
    get(name) {
      return this.#pairs.find((pair) => pair[0] === String(name))?.[1] ?? null
    }
    getAll(name) {
      return this.#pairs.filter((pair) => pair[0] === String(name)).map((pair) => pair[1])
    }
    has(name, value) {
      return this.#pairs.some((pair) => pair[0] === String(name) && (value === undefined || pair[1] === String(value)))
    }
    set(name, value) {
      const at = this.#pairs.findIndex((pair) => pair[0] === String(name))
      if (at === -1) return this.append(name, value)
      const others = this.#pairs.filter((pair, index) => index === at || pair[0] !== String(name))
      this.#replace(others.map((pair, index) => (index === at ? [pair[0], String(value)] : pair)))
    }
    sort() {
      this.#replace(this.#pairs.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)))
    }
    forEach(visit) {
      for (const [name, value] of this.#pairs) visit(value, name, this)
    }
    entries() {
      return this.#pairs.map((pair) => [...pair]).values()
    }
    keys() {
      return this.#pairs.map(([name]) => name).values()
    }
    values() {
      return this.#pairs.map(([, value]) => value).values()
    }
    [Symbol.iterator]() {
      return this.entries()
    }
    toString() {
      return ask('writeQuery', this.#pairs)
    }
  }

  let partOf
  let change
  class URL {
    #parts
    #query
    constructor(address, base) {
      this.#parts = ask('readAddress', String(address), base === undefined ? undefined : String(base))
    }
    static canParse(address, base) {
      return ask('isAddress', String(address), base === undefined ? undefined : String(base))
    }
    static parse(address, base) {
      return URL.canParse(address, base) ? new URL(address, base) : null
    }
    static {
      partOf = (url, part) => url.#parts[part]
      change = (url, part, value) => {
        url.#parts = ask('changeAddress', url.#parts.href, part, String(value))
        if (part !== 'hash') url.#query = undefined
      }
    }
    get searchParams() {
      this.#query ??= URLSearchParams.of(this.#parts.search, (search) => {
        this.#parts = ask('changeAddress', this.#parts.href, 'search', search)
      })
      return this.#query
    }
    toString() {
      return this.#parts.href
    }
    toJSON() {
      return this.#parts.href
    }
  }
  for (const part of Object.keys(ask('readAddress', 'https://any.test')))
    Object.defineProperty(URL.prototype, part, {
      get() {
        return partOf(this, part)
      },
      set(value) {
        if (part !== 'origin') change(this, part, value)
      },
      configurable: true,
    })

  // A text of the host ends at its first NUL, so bytes are characters beyond the first 256.
  const bytesOf = (shifted) => Uint8Array.from(shifted, (character) => character.charCodeAt(0) - 256)
  const shiftedOf = (source) => {
    const bytes = ArrayBuffer.isView(source)
      ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
      : new Uint8Array(source)
    let shifted = ''
    for (let at = 0; at < bytes.length; at += 8192)
      shifted += String.fromCharCode(...Uint16Array.from(bytes.subarray(at, at + 8192), (byte) => byte + 256))
    return shifted
  }
  class TextEncoder {
    encoding = 'utf-8'
    encode(text = '') {
      return bytesOf(ask('encode', String(text)))
    }
  }
  class TextDecoder {
    #options
    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
      this.#options = { fatal: Boolean(fatal), ignoreBOM: Boolean(ignoreBOM) }
      this.encoding = ask('encodingOf', String(label))
    }
    decode(source = new Uint8Array()) {
      return ask('decode', this.encoding, this.#options, shiftedOf(source))
    }
  }

  const timers = new Map()
  let now = 0
  let lastTimer = 0
  const startTimer =
    (isRepeated) =>
    (work, delay, ...args) => {
      const ms = Math.max(1, Number(delay) || 0)
      timers.set(++lastTimer, { work, ms, args, due: now + ms, isRepeated })
      return lastTimer
    }
  const stopTimer = (timer) => void timers.delete(timer)
  const fireNext = () => {
    let next
    for (const [id, timer] of timers) if (!next || timer.due < next.due) next = { ...timer, id }
    if (!next) return false
    now = next.due
    if (next.isRepeated) timers.set(next.id, { ...timers.get(next.id), due: now + next.ms })
    else timers.delete(next.id)
    next.work(...next.args)
    return true
  }

  const errors = { RangeError, TypeError, SyntaxError }
  const cloneError = (value) =>
    Object.assign(new Error(`${String(value)} could not be cloned.`), { name: 'DataCloneError' })
  function clone(value, seen) {
    if (typeof value === 'function' || typeof value === 'symbol') throw cloneError(value)
    if (typeof value !== 'object' || value === null) return value
    if (seen.has(value)) return seen.get(value)
    const put = (copy) => {
      seen.set(value, copy)
      return copy
    }
    if (value instanceof Date) return put(new Date(value))
    if (value instanceof RegExp) return put(new RegExp(value.source, value.flags))
    if (value instanceof ArrayBuffer) return put(value.slice(0))
    if (value instanceof DataView)
      return put(new DataView(clone(value.buffer, seen), value.byteOffset, value.byteLength))
    if (ArrayBuffer.isView(value))
      return put(new value.constructor(clone(value.buffer, seen), value.byteOffset, value.length))
    if (value instanceof Error)
      return put(Object.assign(new (errors[value.name] ?? Error)(value.message), { stack: value.stack }))
    if (value instanceof Map) {
      const copy = put(new Map())
      for (const [key, each] of value) copy.set(clone(key, seen), clone(each, seen))
      return copy
    }
    if (value instanceof Set) {
      const copy = put(new Set())
      for (const each of value) copy.add(clone(each, seen))
      return copy
    }
    const copy = put(Array.isArray(value) ? new Array(value.length) : {})
    for (const key of Object.keys(value)) copy[key] = clone(value[key], seen)
    return copy
  }

  const globals = {
    URL,
    URLSearchParams,
    TextEncoder,
    TextDecoder,
    atob: (text) => ask('atob', String(text)),
    btoa: (text) => ask('btoa', String(text)),
    structuredClone: (value) => clone(value, new Map()),
    queueMicrotask: (work) => void Promise.resolve().then(() => work()),
    setTimeout: startTimer(false),
    setInterval: startTimer(true),
    clearTimeout: stopTimer,
    clearInterval: stopTimer,
    crypto: {
      randomUUID: () => ask('randomUUID'),
      getRandomValues(array) {
        const bytes = bytesOf(ask('randomBytes', array.byteLength))
        new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(bytes)
        return array
      },
    },
  }
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false })
  return fireNext
}
