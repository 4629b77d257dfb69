import type { Page } from 'playwright-core'

// What is done on a page until it looks as it is to be looked at.

export async function openTools(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Tools of Library|Инструменты: Library)$/ }).click()
  await page.getByText('storage.read_file').first().waitFor()
}

const API = {
  openapi: '3.1.0',
  info: { title: 'Orders' },
  servers: [{ url: 'https://api.example.com/v1' }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/orders': { get: { summary: 'List the orders' }, post: { summary: 'Make an order', deprecated: true } },
    '/orders/{id}': { get: { summary: 'Show an order' } },
    '/files': { post: { requestBody: { required: true, content: { 'multipart/form-data': {} } } } },
  },
}

/** A connector to an API, of which one operation is chosen. */
export async function chooseOperations(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(New connector|Новый коннектор)$/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'API' }).click()
  await dialog.getByRole('textbox').fill(JSON.stringify(API))
  await dialog.getByRole('button', { name: /^(Read the document|Прочитать документ)$/ }).click()
  await dialog.getByRole('checkbox', { name: 'GET /orders', exact: true }).click()
  await dialog.getByRole('checkbox', { name: 'POST /files' }).scrollIntoViewIfNeeded()
}

export async function createConnector(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(New connector|Новый коннектор)$/ })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Add a row|Добавить строку)$/ })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^(Address|Адрес)$/ })
    .pressSequentially('https://{{')
}

export async function createToken(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(New token|Новый токен)$/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Create|Создать)$/ })
    .click()
  await page.getByText('mcp-remote').waitFor()
}

export async function drawn(page: Page): Promise<void> {
  await page.getByText('Tell the customer').first().waitFor()
}

export async function chooseStep(page: Page): Promise<void> {
  await drawn(page)
  await page.getByText('On its way?').first().click()
}

export async function chooseCustom(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^(Custom|Свой)$/ }).click()
  await page.getByRole('textbox', { name: /^(Text of answers|Текст ответов)$/ }).fill('#9aa0aa')
  await page.getByRole('heading', { name: /^(Appearance|Внешний вид)$/ }).scrollIntoViewIfNeeded()
  await page
    .frameLocator('iframe[src*="preview-chat"]')
    .getByText(/(deliver on|субботам доставляем)/)
    .first()
    .waitFor()
}

export async function openRun(page: Page): Promise<void> {
  await page.locator('tbody a').first().click()
  await page.getByRole('heading', { name: /^(Data|Данные)/ }).waitFor()
}

export async function pressOutside(page: Page, key: string): Promise<void> {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.press(key)
}

export async function writeNote(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^(Note|Заметка)$/ }).click()
  await page.getByRole('textbox', { name: /^(Private note|Заметка для своих)/ }).pressSequentially('Thank you @')
  await page.getByRole('option', { name: 'Mia Member' }).waitFor()
}

export async function openVariable(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'SHOP_NAME' }).click()
  await page.getByRole('dialog').waitFor()
}

export async function makeWebhook(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(New webhook|Новый вебхук)$/ }).click()
  await page.getByRole('dialog').waitFor()
}

export async function openWebhook(page: Page): Promise<void> {
  await page.getByRole('link', { name: /CRM/ }).click()
  // Events of the office may be sent after the test event, and are listed above it.
  const row = page.getByRole('listitem').filter({ hasText: 'webhook.test' }).first()
  await row.getByText(/^(Details|Подробности)$/).click()
  await row.getByText('webhook.test').nth(1).waitFor()
}

export async function chooseFolder(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Share a folder|Открыть папку)$/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Marketing/ })
    .waitFor()
}

export async function openModels(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Model|Модель)$/ }).click()
  await page.getByRole('listbox').waitFor()
}

export async function shareFolder(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Share|Доступ)$/ }).click()
  await page.getByRole('dialog').getByText('Robin').first().waitFor()
}

/** Opens the console on a teammate's page of tools, with the input of a search. It is not run, because the logs are a page too. */
export async function tryTool(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Try a tool|Попробовать инструмент)$/ }).click()
  await page.getByRole('button', { name: /^(Tool|Инструмент)/ }).click()
  // On a phone the name of a tool is in the page and not shown.
  await page
    .getByRole('option')
    .filter({ hasText: /(?<!__)storage\.search$/ })
    .click()
  await page.getByRole('dialog').getByRole('textbox').first().fill('refund')
}

/** A teammate with everything that may be left to do. It is answered here, because each one that is made stays in the lists. */
export async function importTeammate(page: Page): Promise<void> {
  const kinds = {
    model_missing: 'gpt-of-elsewhere',
    voice_missing: 'alto',
    workflow_has_problems: 'Refund an order',
    variable_is_empty: 'SHOP_KEY',
    header_is_empty: 'CRM',
    address_is_incomplete: 'Warehouse',
    account_needed: 'mail_a',
    skill_file_left_out: 'refunds/a-film-about-everything-that-anybody-ever-wanted-money-back-for.mp4',
  }
  const notices = Object.entries(kinds).map(([kind, name]) => ({ kind, name }))
  const teammate = { id: '00000000-0000-4000-8000-000000000000', name: 'Robin' }
  await page.route('**/employees/import', (route) => route.fulfill({ json: { teammate, notices } }))
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^(Import a file|Загрузить из файла)$/ }).click()
  const buffer = Buffer.from(JSON.stringify({ format: 'alongside.teammate', format_version: 1 }))
  await (await choosing).setFiles({ name: 'Robin.json', mimeType: 'application/json', buffer })
  await page.getByText('SHOP_KEY').waitFor()
  await page.unroute('**/employees/import')
}
