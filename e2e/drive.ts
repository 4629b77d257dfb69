import type { Page } from 'playwright-core'
import { z } from 'zod'

const WhoAmI = z.object({ current_organization_id: z.string() })
let made = 0

export const gridOn = (page: Page) => page.getByRole('grid')
export const rowOn = (page: Page, name: string) => gridOn(page).getByRole('row').filter({ hasText: name })

/** The storage of the signed-in person's organization, over its API. */
export async function storageOf(page: Page) {
  const api = page.context().request
  const { current_organization_id } = WhoAmI.parse(await (await api.get('/api/init/whoami')).json())
  const base = `/api/organizations/${current_organization_id}/storage`
  const ask = async (path: string, answer: { ok: () => boolean; text: () => Promise<string> }) => {
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
  }
  return {
    base,
    write: async (path: string, content = path) =>
      ask(path, await api.post(`${base}/file/content`, { data: { path, content } })),
    change: async (path: string, content: string) =>
      ask(path, await api.put(`${base}/file/content`, { data: { path, content } })),
    read: async (path: string): Promise<string> =>
      (await api.get(`${base}/download?path=${encodeURIComponent(path)}`)).text(),
    upload: async (folder: string, name: string, buffer: Buffer) => {
      const file = { name, mimeType: 'application/octet-stream', buffer }
      await ask(name, await api.post(`${base}/upload`, { multipart: { path: folder, file } }))
    },
    post: async (path: string, data: object) => ask(path, await api.post(`${base}${path}`, { data })),
    remove: async (path: string) => ask(path, await api.delete(`${base}/file?path=${encodeURIComponent(path)}`)),
    indexStates: async (path: string): Promise<string[]> => {
      const listing = await (await api.get(`${base}?path=${encodeURIComponent(path)}`)).json()
      return listing.files.map(({ index_state }: { index_state: string }) => index_state)
    },
    names: async (path: string): Promise<string[]> => {
      const listing = await (await api.get(`${base}?path=${encodeURIComponent(path)}`)).json()
      return listing.files?.map(({ name }: { name: string }) => name).sort() ?? []
    },
  }
}

/** A folder of one's own with these files, open in the page. */
export async function openFolder(page: Page, files: readonly string[]) {
  const storage = await storageOf(page)
  const folder = `case ${++made} of many`
  await storage.post('/folder', { name: folder, path: '/' })
  for (const file of files) await storage.write(`${folder}/${file}`)
  await page.goto(`/storage?path=${encodeURIComponent(folder)}`)
  if (files.length > 0) await gridOn(page).waitFor()
  return { ...storage, folder }
}
