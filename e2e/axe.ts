import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Frame, Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What the page or the frame has of barriers that are serious or worse, each as a sentence with its places. */
export async function barriersOn(page: Page | Frame): Promise<string[]> {
  // The page's policy forbids scripts of others in it; this way in is the debugger's, which may.
  if (!(await page.evaluate(() => Reflect.has(window, 'axe')))) await page.evaluate(source)
  // Something that still appears is faint for a moment, and would be taken for too little contrast.
  // What turns for ever, such as a spinner, is waited for by nobody.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    // One that is paused never ends.
    const late = new Promise((resolve) => setTimeout(resolve, 10_000))
    return Promise.race([late, Promise.all(ending.map((one) => one.finished.catch(() => null)))])
  })
  const { violations } = await page.evaluate(
    (): Promise<AxeResults> => Reflect.get(window, 'axe').run(document, { resultTypes: ['violations'] }),
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
