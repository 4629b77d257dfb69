// The workflow editor in a real browser with a flow of 300 steps: a step is dragged and the picture is moved, each against
// the same on a flow of 3 steps. The goal is 60 frames a second.
import type { Page } from 'playwright-core'
import { launchBrowser, openVisit } from '../e2e/browser.ts'
import { report } from './lib/report.ts'
import { openStage } from './lib/stage.ts'

const MANY = 300
const FEW = 3
const GOAL_FRAME_MS = 1000 / 60
const MOVES = Number(process.argv[2] ?? 180)
const COLUMNS = 20

await using stage = await openStage()
const { url, cookie, organization_id } = stage.alongside.ready

const browser = await launchBrowser()
try {
  await using visit = await openVisit(browser, url)
  const [name = '', value = ''] = cookie.split(/=(.*)/)
  await visit.context.addCookies([{ name, value, url }])
  const { page } = visit
  const few = await measure(page, FEW)
  const many = await measure(page, MANY)
  reportFrames('dragging a step', many.dragging, few.dragging)
  reportFrames('moving the picture', many.panning, few.panning)
  if (visit.faults.length > 0) throw new Error(visit.faults.join('\n'))
} finally {
  await browser.close()
}

function reportFrames(label: string, many: number[], few: number[]): void {
  report(`between two frames, ${label} of ${MANY}, against ${FEW}`, many, few)
  const per_second = (1000 * many.length) / many.reduce((sum, ms) => sum + ms, 0)
  const longest = Math.max(...many)
  console.log(`  ${per_second.toFixed(1)} frames a second: ${(per_second / 60).toFixed(2)} of 60`)
  console.log(
    `  longest frame ${longest.toFixed(0)} ms: ${(longest / GOAL_FRAME_MS).toFixed(1)} frames of 60 a second\n`,
  )
}

async function measure(page: Page, steps: number) {
  const workflow = {
    name: `${steps} steps`,
    starting_step_id: 's0',
    flow: { steps: Object.fromEntries(Array.from({ length: steps }, (_, at) => stepAt(at, steps))) },
  }
  const made = await page.request.post(`${url}/api/organizations/${organization_id}/workflows`, { data: workflow })
  if (!made.ok()) throw new Error(await made.text())
  const { id } = await made.json()
  await page.goto(`${url}/workflows/${id}`)
  await page.locator('.react-flow__node').first().waitFor()
  await page.getByText('No problems').waitFor()
  // One in the middle: at the edge the picture would move along.
  const middle = `Step ${Math.min(steps - 1, COLUMNS * 7 + COLUMNS / 2)}`
  const node = page.locator('.react-flow__node').getByText(middle, { exact: true })
  const box = await node.boundingBox()
  if (!box) throw new Error('The step is not in sight')
  const dragging = await pull(page, box.x + box.width / 2, box.y + box.height / 2)
  const canvas = await page.locator('.react-flow__pane').boundingBox()
  if (!canvas) throw new Error('There is no canvas')
  const panning = await pull(page, canvas.x + 4, canvas.y + canvas.height / 2)
  return { dragging, panning }
}

/** A wide field of steps, each leading to the next and every tenth to one further on. */
function stepAt(at: number, steps: number) {
  const position = { x: (at % COLUMNS) * 320, y: Math.floor(at / COLUMNS) * 200 }
  const next = at + 1 < steps ? { next: `s${at + 1}` } : {}
  const on_error = at % 10 === 0 && at + 5 < steps ? { on_error: `s${at + 5}` } : {}
  return [`s${at}`, { type: 'message', name: `Step ${at}`, text: 'Hello', position, ...next, ...on_error }] as const
}

/** Pulls with the mouse, a move a frame; the times between the frames that were drawn meanwhile. */
async function pull(page: Page, x: number, y: number): Promise<number[]> {
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    const next = (now: number) => {
      frames.push(now - last)
      last = now
      if (!Reflect.get(window, 'isStill')) requestAnimationFrame(next)
    }
    Object.assign(window, { drawn: frames, isStill: false })
    requestAnimationFrame(next)
  })
  for (let move = 1; move <= MOVES; move++) {
    const angle = (move / MOVES) * Math.PI * 4
    await page.mouse.move(x + 150 * Math.sin(angle) + move / 4, y + 100 * (1 - Math.cos(angle)))
  }
  await page.mouse.up()
  return page.evaluate(() => {
    Object.assign(window, { isStill: true })
    // Between the first two nothing was pulled yet.
    return (Reflect.get(window, 'drawn') as number[]).slice(2)
  })
}
