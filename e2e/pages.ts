import type { Page } from 'playwright-core'
import { openSlackSetUp, openTeamsSetUp, showSlackApp, showTeamsBot, showTelegramBot } from './bot-states.ts'
import { beginCall, showVoices } from './call-states.ts'
import type { Office } from './office.ts'
import {
  chooseCustom,
  chooseFolder,
  chooseOperations,
  chooseStep,
  createConnector,
  createToken,
  drawn,
  importTeammate,
  makeWebhook,
  openModels,
  openRun,
  openTools,
  openVariable,
  openWebhook,
  pressOutside,
  shareFolder,
  tryTool,
  writeNote,
} from './page-states.ts'

/** A page, or one of its states, as it is to be looked at. */
export type Look = {
  name: string
  path: (office: Office) => string
  /** Brings the page into the state to be shown. */
  prepare?: (page: Page) => Promise<void>
}

const RETURNS = 'Customer service/Returns policy.md'

export const pages: Look[] = [
  { name: 'home', path: () => '/' },
  { name: 'chat', path: ({ chat }) => chat },
  { name: 'chat-empty', path: ({ empty_chat }) => empty_chat },
  { name: 'chat-call', path: ({ chat }) => chat, prepare: beginCall },
  { name: 'palette', path: ({ chat }) => chat, prepare: (page) => page.keyboard.press('Control+K') },
  { name: 'keys', path: ({ chat }) => chat, prepare: (page) => pressOutside(page, '?') },
  { name: 'inbox', path: () => '/inbox' },
  { name: 'inbox-conversation', path: ({ chat }) => `/inbox?conversation=${chat.split('=')[1]}` },
  { name: 'inbox-notes', path: ({ visited }) => visited, prepare: writeNote },
  { name: 'inbox-mentions', path: () => '/inbox?view=mentions' },
  { name: 'inbox-empty', path: () => '/inbox?filter=escalated' },
  {
    name: 'inbox-search',
    path: () => '/inbox?q=deliver',
    prepare: (page) => page.locator('mark').first().waitFor(),
  },
  { name: 'inbox-missing', path: () => '/inbox?conversation=nothing' },
  { name: 'storage', path: () => '/storage' },
  {
    name: 'storage-folder',
    path: () => '/storage?path=Contracts',
    prepare: (page) => page.keyboard.press('Control+A'),
  },
  { name: 'storage-missing', path: () => '/storage?path=Nowhere' },
  { name: 'storage-search', path: () => '/storage?q=refund within 30 days' },
  { name: 'storage-markdown', path: () => `/storage?file=${encodeURIComponent(RETURNS)}` },
  { name: 'storage-edit', path: () => `/storage?line=3&file=${encodeURIComponent(RETURNS)}` },
  { name: 'storage-table', path: () => `/storage?file=${encodeURIComponent('Customer service/Price list.csv')}` },
  { name: 'storage-sheets', path: () => '/storage?file=Finance/Budget.xlsx' },
  { name: 'storage-pdf', path: () => `/storage?file=${encodeURIComponent('Contracts/Warehouse lease.pdf')}` },
  { name: 'storage-picture', path: () => '/storage?file=Marketing/Sky.png' },
  { name: 'storage-share', path: () => '/storage?path=Customer service', prepare: shareFolder },
  { name: 'storage-trash', path: () => '/storage?view=trash' },
  { name: 'teammates', path: () => '/staff' },
  {
    name: 'teammates-selected',
    path: () => '/staff',
    prepare: (page) => page.getByRole('checkbox', { name: /^(Select all|Выбрать всех)$/ }).click(),
  },
  { name: 'people', path: () => '/staff/people' },
  {
    name: 'people-remove',
    path: () => '/staff/people',
    prepare: (page) => page.getByRole('button', { name: /Mia Member/ }).click(),
  },
  {
    name: 'people-invite',
    path: () => '/staff/people',
    prepare: (page) => page.getByRole('button', { name: /^(Invite|Пригласить)$/ }).click(),
  },
  {
    name: 'people-invite-mail',
    path: () => '/staff/people',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^(Invite|Пригласить)$/ }).click()
      await page.getByRole('radio', { name: /^(By email|По почте)$/ }).click()
    },
  },
  { name: 'invite', path: ({ invite_code }) => `/invite/${invite_code}` },
  { name: 'invite-missing', path: () => '/invite/nothing' },
  { name: 'teammate', path: ({ teammate_id }) => `/staff/ai/${teammate_id}` },
  { name: 'teammate-share', path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=storage`, prepare: chooseFolder },
  { name: 'teammate-general', path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=general` },
  { name: 'teammate-voices', path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=model`, prepare: showVoices },
  { name: 'teammate-models', path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=model`, prepare: openModels },
  {
    name: 'teammate-tools',
    path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=tools`,
    prepare: (page) => page.getByRole('button', { name: /Call APIs|Обращается к API/ }).click(),
  },
  { name: 'teammate-console', path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=tools`, prepare: tryTool },
  { name: 'teammate-skills', path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=skills` },
  {
    name: 'teammate-skills-folder',
    path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=skills`,
    prepare: (page) => page.getByRole('button', { name: /^(Change|Изменить)$/ }).click(),
  },
  {
    name: 'teammate-skills-new',
    path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=skills`,
    prepare: (page) => page.getByRole('button', { name: /^(New skill|Новый навык)$/ }).click(),
  },
  {
    name: 'teammate-connectors',
    path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=mcps`,
    prepare: openTools,
  },
  {
    name: 'teammate-token',
    path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=mcps`,
    prepare: createToken,
  },
  { name: 'teammate-account-declined', path: () => '/integrations/idpa/callback?error=access_denied' },
  { name: 'teammate-imported', path: () => '/staff?create=teammate', prepare: importTeammate },
  { name: 'teammate-new', path: () => '/staff?create=teammate' },
  { name: 'teammate-channels', path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=channels` },
  {
    name: 'teammate-telegram',
    path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=channels`,
    prepare: showTelegramBot,
  },
  { name: 'teammate-slack', path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=channels`, prepare: showSlackApp },
  { name: 'teammate-teams', path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=channels`, prepare: showTeamsBot },
  {
    name: 'teammate-slack-setup',
    path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=channels`,
    prepare: openSlackSetUp,
  },
  {
    name: 'teammate-teams-setup',
    path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=channels`,
    prepare: openTeamsSetUp,
  },
  { name: 'teammate-api', path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=api` },
  { name: 'teammate-versions', path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=versions` },
  { name: 'settings', path: () => '/settings' },
  { name: 'settings-organization', path: () => '/settings/organization' },
  { name: 'settings-variables', path: () => '/settings/variables' },
  { name: 'settings-variable', path: () => '/settings/variables', prepare: openVariable },
  { name: 'settings-connectors', path: () => '/settings/connectors', prepare: openTools },
  { name: 'settings-connector', path: () => '/settings/connectors', prepare: createConnector },
  { name: 'settings-api', path: () => '/settings/connectors', prepare: chooseOperations },
  { name: 'settings-inbox', path: () => '/settings/inbox' },
  { name: 'settings-spending', path: () => '/settings/spending' },
  { name: 'settings-vendors', path: () => '/settings/vendors' },
  { name: 'settings-vendor', path: () => '/settings/vendors?connect=vendor_1' },
  { name: 'settings-webchat', path: () => '/settings/webchat' },
  { name: 'settings-webchat-look', path: () => '/settings/webchat', prepare: chooseCustom },
  { name: 'contacts', path: () => '/contacts' },
  {
    name: 'contact',
    path: () => '/contacts',
    prepare: (page) => page.getByRole('link', { name: 'Vera Visitor' }).click(),
  },
  {
    name: 'contact-merge',
    path: () => '/contacts',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Vera Visitor' }).click()
      await page.getByRole('button', { name: /^(Merge with…|Объединить с…)$/ }).click()
      await page.getByRole('dialog').getByRole('list').getByRole('button').first().click()
    },
  },
  { name: 'settings-keys', path: () => '/settings/keys' },
  { name: 'settings-webhooks', path: () => '/settings/webhooks' },
  { name: 'settings-webhook-new', path: () => '/settings/webhooks', prepare: makeWebhook },
  { name: 'settings-webhook-log', path: () => '/settings/webhooks', prepare: openWebhook },
  { name: 'settings-access', path: () => '/settings/access-groups' },
  {
    name: 'settings-audit',
    path: () => '/settings/audit-log',
    prepare: (page) =>
      page
        .getByText(/^(Details|Подробности)$/)
        .first()
        .click(),
  },
  { name: 'usage', path: () => '/usage' },
  { name: 'usage-days', path: () => '/usage?range=own&from=2026-01-01&to=2026-12-31&by=model' },
  { name: 'usage-empty', path: () => '/usage?range=own&from=2020-01-01&to=2020-01-31' },
  { name: 'logs', path: () => '/logs' },
  { name: 'logs-filters', path: () => '/logs?period=month&duration=..1000&status=completed,failed' },
  { name: 'logs-missing', path: () => '/logs?run=00000000-0000-4000-8000-000000000000' },
  { name: 'logs-run', path: () => '/logs', prepare: openRun },
  {
    name: 'logs-timeline',
    path: () => '/logs',
    prepare: async (page) => {
      await openRun(page)
      await page.getByRole('radio', { name: /^(Timeline|Шкала времени)$/ }).click()
      await page
        .getByRole('button', { name: /^(Model call 1|Обращение к модели 1)/ })
        .first()
        .click()
      await page.getByRole('searchbox', { name: /^(Find in the data|Найти в данных)$/ }).fill('the')
    },
  },
  {
    name: 'logs-compare',
    path: () => '/logs',
    prepare: async (page) => {
      const runs = page.locator('tbody a')
      const ids = await runs.evaluateAll((links) =>
        links.map((link) => new URL(link.getAttribute('href') ?? '', location.href).searchParams.get('run')),
      )
      await page.goto(`/logs?run=${ids[0]}&compare=${ids[1]}`)
      await page.getByRole('table').nth(1).waitFor()
    },
  },
  { name: 'workflows', path: () => '/workflows' },
  { name: 'workflow', path: ({ workflow_id }) => `/workflows/${workflow_id}`, prepare: drawn },
  { name: 'workflow-step', path: ({ workflow_id }) => `/workflows/${workflow_id}`, prepare: chooseStep },
  { name: 'workflow-text', path: ({ workflow_id }) => `/workflows/${workflow_id}?tab=text` },
  { name: 'workflow-triggers', path: ({ workflow_id }) => `/workflows/${workflow_id}?tab=triggers` },
  { name: 'workflow-versions', path: ({ workflow_id }) => `/workflows/${workflow_id}?tab=versions` },
  { name: 'admin-models', path: () => '/admin/models' },
  { name: 'admin-voices', path: () => '/admin/voices' },
  { name: 'admin-defaults', path: () => '/admin/defaults' },
  { name: 'missing', path: () => '/nowhere' },
]
