import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answerOn, newChat, send } from './chat.ts'
import { processJourneys } from './visit.ts'

const { server, visit } = await processJourneys()
const COUNT = 120
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
const numbers = upTo(COUNT)

/** A new chat in which an answer of some seconds has begun: twenty numbers each. */
async function beginAnswer(page: Page, count = COUNT): Promise<void> {
  await newChat(page)
  await send(page, `slowly count to ${count}`)
  await page.getByRole('button', { name: 'Stop the answer' }).waitFor()
  await expect.poll(() => answerOn(page)).toMatch(/\b7\b/)
}

/** The numbers of the last answer, in the order in which they are on the page, once it is whole. */
async function counted(page: Page): Promise<number[]> {
  await page.getByRole('button', { name: 'Copy' }).last().waitFor()
  return [...(await answerOn(page)).matchAll(/\b\d+\b/g)].map(([number]) => Number(number))
}

const Messages = z.object({ data: z.array(z.object({ content: z.string() })) })

/** The last number that the server has by now, asked past the page and its network. */
async function latest(page: Page): Promise<number> {
  const url = new URL(page.url())
  const { pathname, searchParams } = url
  const chat = pathname.split('/').at(-1)
  const { current_organization_id } = await (await page.context().request.get('/api/init/whoami')).json()
  const path = `/api/organizations/${current_organization_id}/employees/${chat}/messages`
  const answer = await page.context().request.get(`${path}?conversation_id=${searchParams.get('conversation')}`)
  const [last] = Messages.parse(await answer.json()).data
  return Number(last?.content.match(/\d+/g)?.at(-1) ?? 0)
}

test('an answer is whole and in order after a reload in its middle, and in a second tab', async () => {
  await using person = await visit()
  const { page } = person
  await beginAnswer(page)
  const second = await person.newPage()
  await second.goto(page.url())
  await page.reload()
  expect(await counted(page)).toEqual(numbers)
  expect(await counted(second)).toEqual(numbers)
  expect(person.faults).toEqual([])
})

test('an answer is whole and in order after the network was gone for a while', async () => {
  await using person = await visit()
  const { page, context } = person
  // Long enough that a good part of it is missed, however busy the machine is.
  await beginAnswer(page, 2 * COUNT)
  await context.setOffline(true)
  await page.getByText(/^You are offline/).waitFor()
  const missed = await latest(page)
  await expect.poll(() => latest(page)).toBeGreaterThan(missed + 20)
  await context.setOffline(false)
  expect(await counted(page)).toEqual(upTo(2 * COUNT))
})

test('an answer is whole and in order though the server was killed and started again in its middle', async () => {
  await using person = await visit()
  const { page } = person
  await beginAnswer(page)
  await server.crash()
  expect(await counted(page)).toEqual(numbers)
  const question = page.getByText(`slowly count to ${COUNT}`, { exact: true })
  expect(await question.count()).toBeGreaterThan(0)
})

test('an answer that failed says so in the reader’s words, the vendor’s only on demand, also after a reload', async () => {
  await using person = await visit()
  const { page } = person
  await newChat(page)
  await send(page, 'fail')
  const sentence = page.getByText('The model isn’t responding. Try again.').first()
  await sentence.waitFor()
  await page.reload()
  await sentence.waitFor()
  const vendor = page.getByText(/^No model could answer/)
  expect(await vendor.isVisible()).toBe(false)
  await page.getByText('Details', { exact: true }).click()
  await vendor.waitFor()
})

test('an answer that was stopped says so after how long, also after a reload and in another browser', async () => {
  await using person = await visit()
  const { page } = person
  await beginAnswer(page, 500)
  await page.getByRole('button', { name: 'Stop the answer' }).click()
  const stopped = /^Stopped after \d/
  await page.getByText(stopped).waitFor()
  await page.reload()
  await page.getByText(stopped).waitFor()
  await using elsewhere = await visit({ language: 'ru', at: page.url() })
  await elsewhere.page.getByText(/^Остановлено через \d/).waitFor()
  expect(await elsewhere.page.getByText(/Answered in|Ответ за/).count()).toBe(0)
})
