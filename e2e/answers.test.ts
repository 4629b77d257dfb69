import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { showAnswer } from './answers.ts'
import { barriersOn } from './axe.ts'
import { phone } from './browser.ts'
import { newChat, send } from './chat.ts'
import { storageOf } from './drive.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()

test('what an answer cites opens the file at its line', async () => {
  await using person = await visit()
  const { page } = person
  const { indexStates } = await storageOf(page)
  await expect.poll(async () => new Set(await indexStates('Customer service'))).toEqual(new Set(['Indexed']))
  await page.goto('/staff')
  await page.getByRole('link', { name: 'Chat with Robin' }).click()
  await newChat(page)
  await send(page, 'How do I get a refund within 30 days of the delivery?')
  await page
    .getByRole('link', { name: /Returns policy\.md:\d/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Returns policy.md' }).waitFor()
  await expect.poll(() => page.evaluate(() => String(getSelection()))).not.toBe('')
  expect(person.faults).toEqual([])
})

test('a name with spaces is found from its last word; a file that is not there is named; code stays code', async () => {
  await using person = await visit()
  const { page } = person
  const hostile = ['`javascript:alert(1).md:3`', '`../../etc/passwd.md:1`', `\`${'long/'.repeat(150)}a.md:1\``]
  await showAnswer(
    page,
    [
      'As Customer service/Returns policy.md:3 says.',
      'Not `Nowhere/Gone **now**.md:7`, nor [here](Missing.md#L2).',
      ...hostile,
      '[run](javascript:alert(1).md#L1) [data](data:text/html,x.md#L1)',
      '```\nCustomer service/Returns policy.md:3\n```',
    ].join('\n\n'),
  )
  const answer = page.locator('.markdown').last()
  const links = () => answer.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  await expect
    .poll(async () => (await links()).map((href) => href?.split('?')[0]))
    .toEqual(['/storage', '/storage', '/storage'])

  await answer.getByRole('link', { name: 'Nowhere/Gone **now**.md:7' }).click()
  await toastOn(page, 'File not found: Nowhere/Gone **now**.md').waitFor()
  await answer.getByRole('link', { name: 'here', exact: true }).click()
  await toastOn(page, 'File not found: Missing.md').waitFor()
  await answer.getByRole('link', { name: 'policy.md:3' }).click()
  await page.getByRole('heading', { name: 'Returns policy.md' }).waitFor()
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toContain('within 30 days')
  expect(person.faults).toEqual([])
})

const diagramsOn = (page: Page) => page.locator('.markdown').last().getByRole('img')
const drawn = (page: Page) =>
  diagramsOn(page).evaluateAll((all: HTMLImageElement[]) => all.map(({ naturalWidth }) => naturalWidth > 50))

test('formulas are drawn, amounts of money are not, and none reaches out of itself', async () => {
  await using person = await visit()
  const { page } = person
  await showAnswer(
    page,
    [
      'Let $x_1 * y_2$ and \\(a^2\\) cost $5 or $6.',
      '$$\\int_0^1 x^2\\,dx = \\frac{1}{3}$$',
      '```math\nE = mc^2\n```',
      '\\[\\href{javascript:alert(1)}{press} \\includegraphics{https://example.com/a.png}\\]',
      '$$\\def\\a{\\a\\a}\\a$$',
      `$${'\\sqrt{'.repeat(60)}x${'}'.repeat(60)}$`,
      '$$\\rule{1000em}{1000em}$$',
    ].join('\n\n'),
  )
  const answer = page.locator('.markdown').last()
  await expect.poll(() => answer.locator('.katex').count()).toBeGreaterThanOrEqual(6)
  expect(await answer.getByText('cost $5 or $6.').count()).toBe(1)
  expect(await answer.locator('a, img').count()).toBe(0)
  expect(await answer.getByText('\\def\\a{\\a\\a}\\a').count()).toBe(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  const fonts = () => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length)
  await expect.poll(fonts).toBeGreaterThan(0)
  expect(await barriersOn(page)).toEqual([])
  expect(person.faults).toEqual([])
})

const diagrams: Record<string, string> = {
  flowchart: 'flowchart LR\n  A[Parcel] --> B{Late?}\n  B -->|yes| C[Refund]\n  B -->|no| D[Keep]',
  sequence: 'sequenceDiagram\n  Ann->>Bob: Hello\n  Bob-->>Ann: Hi',
  gantt: 'gantt\n  dateFormat YYYY-MM-DD\n  section One\n  Task :a1, 2026-01-01, 30d',
  pie: 'pie title Pets\n  "Dogs" : 3\n  "Cats" : 2',
  state: 'stateDiagram-v2\n  [*] --> Open\n  Open --> [*]',
}

test('diagrams are drawn as pictures in the theme that is shown, with their code at hand', async () => {
  await using person = await visit()
  const { page } = person
  await showAnswer(
    page,
    Object.values(diagrams)
      .map((code) => `\`\`\`mermaid\n${code}\n\`\`\``)
      .join('\n\n'),
  )
  const count = Object.keys(diagrams).length
  await expect.poll(() => drawn(page)).toEqual(Array(count).fill(true))
  expect(await barriersOn(page)).toEqual([])
  const light = await diagramsOn(page).first().getAttribute('src')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => diagramsOn(page).first().getAttribute('src')).not.toBe(light)
  await page.getByText('Show code').first().click()
  await page.getByText('flowchart LR').first().waitFor()
  expect(person.faults).toEqual([])
})

test('a diagram that is none, that is hostile or far too large is shown as code and keeps nobody waiting', async () => {
  await using person = await visit()
  const { page } = person
  const hostile = [
    'flowchart LR\n  A[open --> ',
    `flowchart LR\n${Array.from({ length: 10_000 }, (_, n) => `  n${n} --> n${n + 1}`).join('\n')}`,
    `flowchart LR\n  ${Array.from({ length: 3_000 }, (_, n) => `n${n}`).join(' & ')}`,
    'packet-beta\n  0-999999999: "x"',
    '%%{init: {"theme": "dark"}}%%\npacket-beta\n  0-999999999: "x"',
  ]
  const harmless = [
    'flowchart LR\n  A["<img src=x onerror=alert(1)>"] --> B["<script>alert(2)</script>"]\n  click A "javascript:alert(3)"\n  click B call alert()',
    '%%{init: {"securityLevel": "loose", "htmlLabels": true, "maxEdges": 99999, "themeCSS": "* { background: url(https://example.com/a.png) }"}}%%\nflowchart LR\n  A --> B',
    '---\nconfig:\n  securityLevel: loose\n---\nflowchart LR\n  A --> B',
    'gantt\n  dateFormat YYYY-MM-DD\n  excludes weekends\n  tickInterval 1second\n  Task :a1, 0001-01-01, 9999-01-01',
    `mindmap\n${Array.from({ length: 45 }, (_, n) => `${' '.repeat(Math.min(n, 40) + 2)}n${n}`).join('\n')}`,
    `flowchart LR\n${Array.from({ length: 90 }, (_, n) => `  n${n % 30} --> n${(n * 7) % 31}`).join('\n')}`,
  ]
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('dialog', (dialog) => asked.push(dialog.message()))
  await page.addInitScript(() => {
    Reflect.set(window, 'longest', 0)
    new PerformanceObserver((list) => {
      const longest = Math.max(...list.getEntries().map(({ duration }) => duration), Reflect.get(window, 'longest'))
      Reflect.set(window, 'longest', longest)
    }).observe({ type: 'longtask', buffered: true })
  })
  await showAnswer(page, [...hostile, ...harmless].map((code) => `\`\`\`mermaid\n${code}\n\`\`\``).join('\n\n'))
  await expect.poll(() => page.getByText('This diagram can’t be drawn').count()).toBeGreaterThanOrEqual(hostile.length)
  await expect
    .poll(async () => (await page.getByText('This diagram can’t be drawn').count()) + (await diagramsOn(page).count()))
    .toBe(hostile.length + harmless.length)
  expect(
    asked.filter((address) => !address.startsWith(new URL(page.url()).origin) && !address.startsWith('data:')),
  ).toEqual([])
  expect(await page.evaluate(() => Reflect.get(window, 'longest'))).toBeLessThan(10_000)
  expect(person.faults).toEqual([])
})

test('a table that is wider than its message scrolls in it, by keyboard too, and code that comes into color moves nothing', async () => {
  await using person = await visit({ viewport: phone })
  const { page } = person
  const row = (cell: string) => `|${` ${cell} |`.repeat(12)}`
  const code = '```ts\nconst a = 1\n```\n\n```sql\nselect 1\n```'
  await showAnswer(page, [row('A long heading'), row('---'), row('value'), '', code].join('\n'))
  const table = page.getByRole('region', { name: 'Table' })
  await table.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.locator('.code-keyword').getByText('const').waitFor()
  await page.locator('.code-keyword').getByText('select').waitFor()
  expect(await barriersOn(page)).toEqual([])
  expect(person.faults).toEqual([])
})
