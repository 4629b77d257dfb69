import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { startSteps } from '#testing/runs/started-flow.ts'

const app = await ownTestApp()
/** With more time than a busy machine takes to start a thread. */
const run = (code: string) => startSteps(app, { a: { type: 'run_code', code, timeout_seconds: 60 } })

/** Each is evaluated in the sandbox and by Node, which must agree. */
const expressions = {
  'numbers, amounts and percentages of a language': `[
    (1234567.891).toLocaleString('de-DE'), (1234.5).toLocaleString('en-IN', { style: 'currency', currency: 'INR' }),
    (0.256).toLocaleString('fr', { style: 'percent', minimumFractionDigits: 1 }), (12345678901234567890n).toLocaleString('ru'),
    new Intl.NumberFormat('ja-JP', { notation: 'compact' }).format(123456), new Intl.NumberFormat('ar-EG').format(1234.5),
    new Intl.NumberFormat('de', { style: 'unit', unit: 'kilometer' }).formatToParts(-1.5), (NaN).toLocaleString('en'),
    (-Infinity).toLocaleString('en'), [1.5, 2.25].map(new Intl.NumberFormat('de').format), (1e21).toLocaleString('en'),
    new Intl.NumberFormat('de', { minimumFractionDigits: 2 }).resolvedOptions().minimumFractionDigits,
    new Intl.NumberFormat('de').formatRange(1, 2)]`,
  'dates and times of a language and a zone': `[
    new Date(0).toLocaleDateString('ru-RU', { dateStyle: 'long' }), new Date(0).toLocaleString('en-US', { timeZone: 'America/New_York' }),
    new Date(1e12).toLocaleTimeString('de-DE', { timeZone: 'Europe/Berlin' }), new Date(1e12).toLocaleString('ja-JP-u-ca-japanese'),
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata', dateStyle: 'short', timeStyle: 'short' }).format(1e12),
    new Intl.DateTimeFormat('en', { hour: 'numeric', timeZone: 'UTC' }).formatToParts(new Date(1e12)), new Date(NaN).toLocaleString('de'),
    new Intl.DateTimeFormat('en').resolvedOptions().timeZone, new Intl.DateTimeFormat('de').formatRange(new Date(0), new Date(1e10))]`,
  'words of a language': `[
    ['z', 'ä', 'a', 'Z', 'ö'].sort((one, other) => one.localeCompare(other, 'de')), ['z', 'ä'].sort(new Intl.Collator('sv').compare),
    ['a10', 'a9'].sort(new Intl.Collator('en', { numeric: true }).compare), 'a'.localeCompare('A', 'en', { sensitivity: 'base' }),
    new Intl.PluralRules('ru').select(3), new Intl.RelativeTimeFormat('es', { numeric: 'auto' }).format(-1, 'day'),
    new Intl.ListFormat('en', { type: 'disjunction' }).format(['a', 'b', 'c']), new Intl.DisplayNames('fr', { type: 'region' }).of('DE'),
    [...new Intl.Segmenter('ja', { granularity: 'word' }).segment('これは本です')].map(({ segment }) => segment),
    'I'.toLocaleLowerCase('tr'), 'i'.toLocaleUpperCase('tr'), Intl.getCanonicalLocales('EN-us'),
    Intl.NumberFormat.supportedLocalesOf(['de', 'xx']), Intl.supportedValuesOf('currency').includes('EUR')]`,
  'the order of plain and of other letters in twelve languages': `(() => {
    const letters = 'aAbBcChHzZyY sS019äÄéñøl'
    const words = Array.from({ length: 300 }, (_, n) => Array.from({ length: n % 5 }, (_, at) => letters[(n * 7 + at * (n % 11)) % letters.length]).join(''))
    return ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ru', 'uk', 'cs', 'da'].map((language) =>
      [words.toSorted((one, other) => one.localeCompare(other, language)), words.toSorted(new Intl.Collator(language).compare)])
  })()`,
  'the order of lists': `(() => {
    const letters = ['a', 'B', 'ä', 'ß', 'ñ', 'Ż', 'г', '漢', 'か', '10', '9', '-', ' ', '\\0', '\\ud800', 'e\\u0301', 'é']
    const words = Array.from({ length: 400 }, (_, n) => Array.from({ length: n % 4 }, (_, at) => letters[(n * 7 + at * (n % 13)) % letters.length]).join(''))
    const people = words.map((last, n) => ({ last, first: words[(n * 3) % 400], n }))
    const { compare } = new Intl.Collator('fr', { sensitivity: 'base', numeric: true })
    const holes = [...words, undefined]
    delete holes[5]
    return [
      people.toSorted((one, other) => one.last.localeCompare(other.last, 'sv') || other.first.localeCompare(one.first, 'sv')).map(({ n }) => n),
      people.toSorted((one, other) => (one.n % 3) - (other.n % 3) || compare(one.last, other.last)).map(({ n }) => n),
      ...[words.toSorted((one, other) => -one.localeCompare(other)), words.sort(compare), holes.sort(compare), words.toSorted()]
        .map((list) => list.map((word) => word && [...word].map((letter) => letter.codePointAt(0)))), words.map((word) => word.localeCompare('é', 'de')), [...'öäa'].sort(new Intl.Collator('de').compare)]
  })()`,
  'addresses and their queries': `[
    new URL('../b?x=1#h', 'https://us:pw@exämple.com:8080/a/c').href, new URL('https://a.test').origin, URL.canParse('no'),
    (() => { const url = new URL('https://a.test/p'); url.searchParams.append('q', 'ä &='); url.hash = 'x'; url.pathname = 'a b'; return [url.href, url.search, JSON.stringify({ url })] })(),
    (() => { const query = new URLSearchParams('a=1&b=2&a=3'); query.delete('b'); query.set('c', ' '); query.sort(); return [query.toString(), query.getAll('a'), [...query], query.has('a', '3'), query.size, query.get('none')] })(),
    new URLSearchParams({ a: 1, b: 'ü' }).toString(), String(new URLSearchParams([['x', 'y'], ['x', 'z']])),
    [...new URL('https://a.test/?q=%F0%9F%99%82').searchParams.keys()], Object.fromEntries(new URLSearchParams('?a=b'))]`,
  'texts as bytes': `[
    btoa('hello'), atob('aGVsbG8='), atob(btoa('\\0\\xff')).length, [...new TextEncoder().encode('ä€🙂\\0')], new TextEncoder().encode('').length,
    new TextDecoder().decode(new Uint8Array([226, 130, 172, 65])), new TextDecoder('windows-1251').decode(new Uint8Array([207, 240]).buffer),
    new TextDecoder('utf-16le').encoding, new TextDecoder().decode(new Uint8Array([255])), new TextDecoder().decode(new DataView(new ArrayBuffer(2), 1)).length]`,
  copies: `[
    structuredClone({ a: [1, { b: null }], d: new Date(5), m: new Map([[1, new Set([2])]]), n: undefined, r: /x/g }).m.get(1).has(2),
    (() => { const ring = { name: 'ring' }; ring.self = ring; const copy = structuredClone(ring); return [copy.self === copy, copy !== ring] })(),
    structuredClone({ a: [1, { b: null }], bytes: new Uint8Array([1, 2]) }), structuredClone(new Date(5)).getTime()]`,
}

test.each(Object.entries(expressions))('code of a step and of Node agree about %s', async (_, expression) => {
  const answer = await (await run(`return ${expression}`)).result()
  expect(answer).toEqual(JSON.parse(JSON.stringify(new Function(`return ${expression}`)())))
})

test('what Node refuses, code of a step refuses with an error of the same kind', async () => {
  const refused = [
    "new Intl.NumberFormat('en', { style: 'currency' })",
    "(1).toLocaleString('not a language')",
    "new Intl.DateTimeFormat('en', { timeZone: 'Mars/Base' })",
    "new Intl.DateTimeFormat('en').format(NaN)",
    "'a'.localeCompare('a', 'not a language')",
    "'a'.localeCompare('a', 'de', { sensitivity: 'none' })",
    "Array(20).fill('a').sort((one, other) => one.localeCompare(other, 'not a language'))",
    "Array(20).fill('a').sort(1)",
    "new URL('nowhere')",
    "atob('*')",
    "btoa('€')",
    "new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([255]))",
    "new TextDecoder('no such')",
    'structuredClone(() => 1)',
  ]
  const kinds = `[${refused.map((code) => `(() => { try { ${code}; return 'nothing' } catch (error) { return error.name } })()`)}]`
  expect(await (await run(`return ${kinds}`)).result()).toEqual(new Function(`return ${kinds}`)())
})

test('a list of names is sorted in a language at once, and not comparison by comparison', async () => {
  const code = `
    const names = Array.from({ length: 5_000 }, (_, n) => 'Åsa Ñandú ' + ((n * 7919) % 5_000))
    const took = (work) => { const start = Date.now(); work(); return Date.now() - start }
    const eachOnce = () => took(() => names.map((name) => name.localeCompare('Örn', 'sv')))
    const sorted = () => took(() => names.toSorted((one, other) => one.localeCompare(other, 'sv')))
    const ratio = () => sorted() / eachOnce()
    return Math.min(ratio(), ratio(), ratio())`
  // A sort compares each twelve times. The least of three, because a busy machine may pause one of them.
  expect(await (await run(code)).result()).toBeLessThan(6)
})

test('timers fire in their order, at once, because there is nothing to wait for', async () => {
  const code = `
    const seen = []
    setTimeout((...given) => seen.push(...given), 50, 'later', 'with arguments')
    clearTimeout(setTimeout(() => seen.push('never'), 1))
    const every = setInterval(() => seen.push('tick') > 3 && clearInterval(every), 20)
    queueMicrotask(() => seen.push('soon'))
    await new Promise((resolve) => setTimeout(resolve, 3_600_000))
    return seen`
  expect(await (await run(code)).result()).toEqual(['soon', 'tick', 'tick', 'later', 'with arguments', 'tick'])
})

test('random values are random, and of a form that others know', async () => {
  const code = 'return [crypto.randomUUID(), crypto.randomUUID(), [...crypto.getRandomValues(new Uint8Array(16))]]'
  const [one, other, bytes] = (await (await run(code)).result()) as [string, string, number[]]
  expect(one).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(one).not.toBe(other)
  expect(new Set(bytes).size).toBeGreaterThan(8)
})
