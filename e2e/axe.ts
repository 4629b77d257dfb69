import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Frame, Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const MAX_RUNS = 5

/** What the page or the frame has of barriers that are serious or worse, each as a sentence with its places. */
export async function barriersOn(page: Page | Frame): Promise<string[]> {
  // The page's policy forbids scripts of others in it; this way in is the debugger's, which may.
  if (!(await page.evaluate(() => Reflect.has(window, 'axe')))) await page.evaluate(source)
  for (let run = 1; ; run++) {
    await page.evaluate(animationsEnd)
    const { violations, hasAnimated } = await page.evaluate(judge)
    // A toast that came meanwhile was judged while it was faint.
    if (violations.length === 0 || !hasAnimated || run === MAX_RUNS) return sentencesOf(violations)
  }
}

/**
 * Runs in the page: something that still appears is faint for a moment, and would be taken for too little contrast. What turns
 * without end, such as a spinner, is not waited for.
 */
function animationsEnd(): Promise<unknown> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  // One that is paused never ends.
  const late = new Promise((resolve) => setTimeout(resolve, 10_000))
  return Promise.race([late, Promise.all(ending.map((one) => one.finished.catch(() => null)))])
}

/** Runs in the page: what axe finds, and whether anything has begun to move while it looked. */
async function judge(): Promise<Pick<AxeResults, 'violations'> & { hasAnimated: boolean }> {
  // One that has just begun is reported with the next frame only, and one that begins before this may end before the end of it.
  const isRunning = ({ effect, playState }: Animation) =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
  const isAnimating = () => document.getAnimations().some(isRunning)
  let hasAnimated = isAnimating()
  const note = () => {
    hasAnimated = true
  }
  const kinds = ['animationstart', 'transitionrun']
  for (const kind of kinds) document.addEventListener(kind, note, true)
  const { violations }: AxeResults = await Reflect.get(window, 'axe').run(document, { resultTypes: ['violations'] })
  for (const kind of kinds) document.removeEventListener(kind, note, true)
  return { violations, hasAnimated: hasAnimated || isAnimating() }
}

const sentencesOf = (violations: AxeResults['violations']): string[] =>
  violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
