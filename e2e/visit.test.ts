import { expect, test } from 'vitest'
import { journeys } from './visit.ts'

const { visit } = await journeys()

test('a visit finds nothing of the one before, whose page it gets', async () => {
  const before = await visit({ as: null, at: '/login' })
  const earlier = before.page
  await before.page.evaluate(async () => {
    localStorage.setItem('left', 'local')
    sessionStorage.setItem('left', 'session')
    await cookieStore.set('left', 'cookie')
    window.name = 'left'
    history.pushState(null, '', '/login?left')
    await caches.open('left')
    const request = indexedDB.open('left')
    await new Promise((done) => request.addEventListener('success', done))
    request.result.close()
  })
  let requestCount = 0
  before.page.on('request', () => requestCount++)
  await before.page.route('**/login', (route) => route.fulfill({ body: 'left' }))
  await before.context.setOffline(true)
  await before.page.setViewportSize({ width: 500, height: 500 })
  await before.page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await before.page.keyboard.down('Shift')
  await before.newPage()
  await before[Symbol.asyncDispose]()

  await using after = await visit({ as: null })
  expect(after.page).toBe(earlier)
  requestCount = 0
  expect(after.context.pages()).toEqual([earlier])
  expect(after.page.url()).toBe('about:blank')
  expect(await after.page.evaluate(() => [history.length, window.name])).toEqual([1, ''])
  await after.page.goto('/login')
  await after.page.getByRole('button', { name: 'Alex Admin' }).waitFor()
  expect(requestCount).toBe(0)
  const left = await after.page.evaluate(async () => ({
    local: localStorage.getItem('left'),
    session: sessionStorage.getItem('left'),
    cookie: document.cookie,
    databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => name === 'left'),
    caches: await caches.keys(),
    width: innerWidth,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isReduced: matchMedia('(prefers-reduced-motion: reduce)').matches,
  }))
  expect(left).toEqual({
    local: null,
    session: null,
    cookie: '',
    databases: [],
    caches: [],
    width: 1440,
    isDark: false,
    isReduced: false,
  })
  const pressed = after.page.evaluate(
    () => new Promise((done) => addEventListener('keydown', ({ shiftKey }) => done(shiftKey), { once: true })),
  )
  await after.page.keyboard.press('a')
  expect(await pressed).toBe(false)
})

test('a page that is changed for ever serves one visit', async () => {
  const scripted = await visit({ as: null })
  await scripted.page.addInitScript(() => Reflect.set(window, 'left', true))
  await scripted[Symbol.asyncDispose]()
  await using after = await visit({ as: null, at: '/login' })
  expect(after.page).not.toBe(scripted.page)
  expect(await after.page.evaluate(() => Reflect.has(window, 'left'))).toBe(false)
})

test('two visits at once share nothing', async () => {
  await using first = await visit({ as: null, at: '/login' })
  await using second = await visit({ as: null, at: '/login' })
  expect(second.context).not.toBe(first.context)
})
