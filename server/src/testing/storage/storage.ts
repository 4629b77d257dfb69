import type { StorageEntry } from '#contracts/storage.ts'
import type { TestApp } from '../app.ts'
import type { Answer, Client } from '../client.ts'
import { readAnswer } from '../routes/walk.ts'

/** One of the two APIs over an organization's storage, with what sets them apart. */
export function storageClient(client: Client, base: string) {
  const at = (path: string) => `path=${encodeURIComponent(path)}`
  const isPrivate = base.startsWith('/api/private')
  const changing = isPrivate ? base : `${base}/folder`
  return {
    client,
    base,
    async send(form: FormData): Promise<Answer> {
      return readAnswer(await client.send(`${base}/upload`, { method: 'POST', body: form }))
    },
    upload(name: string, content: string | Buffer, path?: string): Promise<Answer> {
      const form = new FormData()
      if (path !== undefined) form.set('path', path)
      form.set('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
      return this.send(form)
    },
    folder: (name: string, path?: string) => client.post(`${base}/folder`, { name, ...(path && { path }) }),
    rename: (path: string, new_name: string) => client.post(`${changing}/rename`, { path, new_name }),
    move: (source_path: string, dest_path: string) => client.post(`${changing}/move`, { source_path, dest_path }),
    copy: (source_path: string, dest_path: string) => client.post(`${changing}/copy`, { source_path, dest_path }),
    remove: (path: string) => client.delete(`${base}/file?${at(path)}`),
    restore: (path: string) => client.post(`${base}/restore`, { path }),
    listing: (path: string) => client.get(`${base}?${at(path)}`),
    async list(path: string): Promise<StorageEntry[]> {
      const { body } = await client.get(`${base}?${at(path)}`)
      return isPrivate ? body.data : body.files
    },
    stats: async (path: string) => (await client.get(`${base}/stats?${at(path)}`)).body,
    async download(path: string): Promise<Buffer> {
      const response = await client.send(`${base}/download?${at(path)}`, {})
      if (!response.ok) throw new Error(await response.text())
      return Buffer.from(await response.arrayBuffer())
    },
    /** Every path below a folder with what is there, in order; folders end with a slash. */
    async tree(path = '/'): Promise<string[]> {
      const found: string[] = []
      for (const { path: below, type } of await this.list(path)) {
        if (type === 'file') found.push(below)
        else found.push(`${below}/`, ...(await this.tree(below)))
      }
      return found.sort()
    },
  }
}

export type StorageClient = ReturnType<typeof storageClient>

/** An organization with nothing stored, and both ways to its storage. */
export async function givenStorage(app: TestApp, values: Parameters<TestApp['given']['organization']>[0] = {}) {
  const people = await app.given.organization(values)
  const base = `/api/organizations/${people.organization.id}/storage`
  const as = async (user: typeof people.member) => storageClient(await app.as(user), base)
  return {
    ...people,
    as,
    member: await as(people.member),
    admin: await as(people.admin),
    people,
    key: storageClient(app.withKey(people.private_key), '/api/private/storage'),
  }
}

/** The same, with a folder inside a folder, a file in each, and an empty folder. */
export async function givenTree(app: TestApp) {
  const given = await givenStorage(app)
  const { member } = given
  await member.folder('a')
  await member.folder('b', 'a')
  await member.folder('c')
  await member.upload('one.md', 'one', 'a')
  await member.upload('two.md', 'two', 'a/b')
  return given
}
