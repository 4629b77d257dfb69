import type { APIRequestContext, Browser } from 'playwright-core'
import { z } from 'zod'
import { openVisit, signInAs } from './browser.ts'
import { fillStorage } from './files.ts'
import { connectTools } from './tool-servers.ts'
import { visitorsOf } from './visitors.ts'

const WhoAmI = z.object({ current_organization_id: z.string() })
const Teammates = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) })
const Accepted = z.object({ conversation_id: z.string() })
const Created = z.object({ id: z.string() })
const Listed = z.object({ data: z.array(Created) })
const People = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) })
const Invite = z.object({ code: z.string() })
const Messages = z.object({ data: z.array(z.object({ status: z.string() })) })

export type Office = {
  organization_id: string
  teammate_id: string
  chat: string
  empty_chat: string
  /** A visitor's conversation, with labels and notes. */
  visited: string
  invite_code: string
  workflow_id: string
}

/** Gives the seeded organization a day of work, as its administrator does it over the API, so that pages have something to show. */
export async function fillOffice(browser: Browser, base_url: string): Promise<Office> {
  await using visit = await openVisit(browser, base_url)
  const { page } = visit
  await signInAs(page, 'Alex Admin')
  const api = page.context().request
  const read = async <T>(schema: z.ZodType<T>, path: string) => schema.parse(await (await api.get(path)).json())
  const write = async <T>(schema: z.ZodType<T>, path: string, data: object) =>
    schema.parse(await (await api.post(path, { data })).json())

  const { current_organization_id: organization_id } = await read(WhoAmI, '/api/init/whoami')
  const employees = `/api/organizations/${organization_id}/employees`
  const teammates = [
    { name: 'Nora', role: 'Research', description: 'Reads a lot and sums it up.', show_thinking: true },
    { name: 'Felix', role: 'Finance', description: 'Knows every invoice.' },
    { name: 'Iris', role: 'Translation', description: 'English, German, Russian.' },
  ]
  for (const teammate of teammates) await write(Created, employees, teammate)
  await fillStorage(page.context().request, organization_id)
  for (const [placeholder, value] of [
    ['SHOP_NAME', 'Corner Books'],
    ['ORDERS_API_KEY', 'sk-of-no-use'],
  ])
    await api.post(`/api/organizations/${organization_id}/variables`, {
      data: { placeholder, value, is_secret: placeholder === 'ORDERS_API_KEY' },
    })
  const { data } = await read(Teammates, employees)
  const robin = data.find(({ name }) => name === 'Robin')
  if (!robin) throw new Error('The seeded teammate is missing')
  const own = `${employees}/${robin.id}`
  for (const instructions of ['Be brief.', 'Be brief and friendly.\nSay so when you do not know something.'])
    await api.put(own, { data: { instructions } })

  await writeSkills(api, organization_id, robin.id)

  const send = async (message: string, conversation_id?: string) => {
    const place = conversation_id ? { conversation_id } : { create_new_conversation: true }
    const accepted = await write(Accepted, `${own}/messages`, { message, ...place })
    for (;;) {
      const messages = await read(Messages, `${own}/messages?conversation_id=${accepted.conversation_id}`)
      if (messages.data.every(({ status }) => status !== 'in_progress')) return accepted.conversation_id
      await page.waitForTimeout(100)
    }
  }
  for (const question of ['Which parcels are late today?', 'Draft a reply to the complaint about order 4711'])
    await send(question)
  const conversation_id = await send('How do I return a parcel?')
  await send('Think, then show me your Markdown', conversation_id)
  await send('Count to 5', conversation_id)
  const empty = await write(Created, `${own}/conversations/new`, {})
  const visitors = await visitorsOf(api)
  const vera = { external_id: 'shop-17', first_name: 'Vera', last_name: 'Visitor', email: 'vera@example.com' }
  await visitors.send(vera, 'Is the blue lamp in stock?')
  await visitors.send({ external_id: 'shop-18' }, 'Do you deliver on Saturdays?')
  const visited = await lookAfter(api, `/api/organizations/${organization_id}`)

  const organization = `/api/organizations/${organization_id}`
  const nora = data.find(({ name }) => name === 'Nora')?.id ?? ''
  await connectTools(api, { base_url, organization, provider_id: nora, user_id: robin.id })

  const invites = `/api/organizations/${organization_id}/invites`
  await write(Created, invites, { email: 'ann.of.the.bookshop@example.com', role: 'admin' })
  const { code: invite_code } = await write(Invite, invites, { role: 'member', uses: 5 })
  await addWebhooks(api, `/api/organizations/${organization_id}/webhooks`)
  const workflow_id = await drawWorkflow(api, `/api/organizations/${organization_id}/workflows`)
  return {
    organization_id,
    invite_code,
    workflow_id,
    teammate_id: robin.id,
    chat: `/chat/${robin.id}?conversation=${conversation_id}`,
    empty_chat: `/chat/${robin.id}?conversation=${empty.id}`,
    visited,
  }
}

/** Two skills that a teammate can use, and one that it cannot. */
async function writeSkills(api: APIRequestContext, organization_id: string, employee_id: string): Promise<void> {
  const organization = `/api/organizations/${organization_id}`
  const texts = {
    'refund-orders': `---
name: refund-orders
description: What to do when a customer wants money back, and who has to agree to it.
---

# Refunds

1. Look up the order.
2. Above 100 euros ask a colleague first.
`,
    'late-parcels': '---\nname: late-parcels\ndescription: Finding out where a parcel is.\n---\n\nAsk the carrier.\n',
    'tone-of-voice': '# How we write\n\nBriefly.\n',
  }
  const skills_path = 'Customer service/Skills'
  for (const [name, content] of Object.entries(texts))
    await api.post(`${organization}/storage/file/content`, {
      data: { path: `${skills_path}/${name}/SKILL.md`, content },
    })
  await api.put(`${organization}/employees/${employee_id}/skills`, { data: { skills_path } })
}

/** Labels, notes and canned replies, as people leave them who look after conversations; the conversation that has them. */
async function lookAfter(api: APIRequestContext, organization: string): Promise<string> {
  const made = async (path: string, data: object) => Created.parse(await (await api.post(path, { data })).json()).id
  const { data } = Listed.parse(await (await api.get(`${organization}/conversations?channel_category=external`)).json())
  const conversation = data.at(-1)?.id ?? ''
  const notes = `${organization}/conversations/${conversation}/notes`
  const label_ids = [
    await made(`${organization}/labels`, { name: 'Stock', color: 'green' }),
    await made(`${organization}/labels`, { name: 'Returning customer', color: 'purple' }),
  ]
  await api.put(`${organization}/conversations/${conversation}/labels`, { data: { label_ids } })
  await made(`${organization}/canned-replies`, {
    shortcut: 'thanks',
    content: 'Thank you, {{contact.first_name}}! {{operator.name}}',
  })
  await made(`${organization}/canned-replies`, {
    shortcut: 'delivery',
    content: 'We deliver from Monday to Friday, within two days.',
  })
  const people = People.parse(await (await api.get(`${organization}/conversations/${conversation}/viewers`)).json())
  const mia = people.data.find(({ name }) => name === 'Mia Member')
  await made(notes, {
    content: '@Mia Member the blue lamp is back on Thursday. Can you write to her then?',
    mentioned_user_ids: mia ? [mia.id] : [],
  })
  return `/inbox?conversation=${conversation}`
}

/** A flow that goes round until something is ready, with a step that is not finished, and what starts it. */
async function drawWorkflow(api: APIRequestContext, workflows: string): Promise<string> {
  const made = async (path: string, data: object) => Created.parse(await (await api.post(path, { data })).json()).id
  const cases = [
    {
      rules: [{ left: '{{output.fetch.body.status}}', operator: 'equals', right: 'sent' }],
      name: 'Sent',
      next: 'tell',
    },
  ]
  const steps = {
    fetch: { type: 'http_request', name: 'Look at the parcel', url: 'https://example.com/parcel', next: 'ready' },
    ready: { type: 'condition', name: 'On its way?', cases, next: 'wait' },
    wait: { type: 'wait', name: 'Wait an hour', seconds: 3600, next: 'fetch' },
    tell: { type: 'message', name: 'Tell the customer', text: 'Your parcel from {{SHOP}} is on its way.' },
  }
  const flow = { name: 'Watch a parcel', description: 'Tells a customer when a parcel was sent.' }
  const id = await made(workflows, { ...flow, flow: { steps }, starting_step_id: 'fetch' })
  await made(`${workflows}/${id}/triggers`, { type: 'public' })
  // Hardly while this is looked at: a run of it would be the latest in the logs.
  await made(`${workflows}/${id}/triggers`, { type: 'schedule', cron: '0 9 1 1 *' })
  await made(workflows, {
    name: 'Welcome',
    flow: { steps: { tell: { ...steps.tell, text: 'Hi' } } },
    starting_step_id: 'tell',
  })
  return id
}

/** Webhooks to where nothing may be sent from here: one that fails, and one that a person has disabled. */
async function addWebhooks(api: APIRequestContext, webhooks: string): Promise<void> {
  const event_types = ['conversation.created', 'conversation.updated', 'message.created', 'workflow_run.failed']
  const crm = { url: 'http://10.0.0.7/hooks/alongside', description: 'CRM, production', event_types }
  const { id } = Created.parse(await (await api.post(webhooks, { data: crm })).json())
  await api.post(`${webhooks}/${id}/test`)
  const sheet = { url: 'https://hooks.example.com/3f9a', event_types: ['contact.created'], is_enabled: false }
  await api.post(webhooks, { data: sheet })
}
