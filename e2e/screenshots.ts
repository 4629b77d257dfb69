// Pictures of every page at two widths in both themes:
// `npm run screenshots -- [folder] [part of a page's name] [language]`.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { desktop, launchBrowser, openVisit, phone, signInAs } from './browser.ts'
import { microphoneFlags } from './microphone.ts'
import { fillOffice } from './office.ts'
import { pages } from './pages.ts'
import { quiet } from './quiet.ts'
import { startRealServer } from './server.ts'

const [folder = 'screenshots', only = '', wanted] = process.argv.slice(2)
const language = wanted === 'ru' ? 'ru' : 'en'

mkdirSync(folder, { recursive: true })
await using server = await startRealServer()
const browser = await launchBrowser(microphoneFlags())
try {
  const office = await fillOffice(browser, server.base_url)
  for (const theme of ['light', 'dark'] as const) {
    for (const viewport of [desktop, phone]) {
      await using visit = await openVisit(browser, server.base_url, { theme, viewport, language })
      const { page } = visit
      const take = (name: string) =>
        page.screenshot({
          path: join(folder, `${name}-${viewport.width}-${theme}${language === 'ru' ? '-ru' : ''}.png`),
          animations: 'disabled',
        })
      await page.goto('/login')
      await page.getByRole('button', { name: 'Alex Admin' }).waitFor()
      if ('login'.includes(only)) await take('login')
      await signInAs(page, 'Alex Admin')
      for (const { name, path, prepare } of pages.filter((each) => each.name.includes(only))) {
        await page.goto(path(office))
        await quiet(page)
        await prepare?.(page)
        await page.waitForTimeout(400)
        await take(name)
      }
      for (const fault of visit.faults) console.error(`${viewport.width} ${theme}: ${fault}`)
    }
  }
} finally {
  await browser.close()
}
console.log(`The pictures are in ${folder}/.`)
