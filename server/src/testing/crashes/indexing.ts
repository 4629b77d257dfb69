import { expect } from 'vitest'
import { createClient } from '../client.ts'
import { startEmbeddingsDouble } from '../doubles/vendors/openai-embeddings.ts'
import type { GivenOrganization } from '../given.ts'
import { hasVectors, searchAt, settled } from '../storage/documents.ts'
import { storageClient } from '../storage/storage.ts'
import { type Book, type BookDefinition, KILLS } from './book.ts'

const contentOf = (name: string) => `Killed in the middle of indexing ${name}.`

export const indexingBook: BookDefinition = {
  promise: 'a document that was being indexed when its server was killed is indexed after the restart',
  async open(): Promise<Book> {
    const vendor = await startEmbeddingsDouble({ key: 'vectors-key' })
    const names: string[] = []
    let given: GivenOrganization
    let isPossible = true
    const areOf = (name: string) => (texts: readonly string[]) => texts.some((text) => text.includes(contentOf(name)))
    const isIndexing = (name: string) => vendor.hanging() > 0 && vendor.requests.some(({ input }) => areOf(name)(input))
    return {
      env: vendor.env,
      async prepare(app) {
        given = await app.given.organization()
        isPossible = await hasVectors(app)
      },
      async work({ address, number, isLast }) {
        if (isLast) return vendor.always(null)
        const name = `amid-${number}.txt`
        // A server indexes one document at a time: an earlier one that hung again would keep this one waiting.
        vendor.always('hang', areOf(name))
        const client = createClient(address, { authorization: `Bearer ${given.private_key}` })
        const storage = storageClient(client, '/api/private/storage')
        expect((await storage.upload(name, contentOf(name))).status).toBeLessThan(300)
        names.push(name)
      },
      isUnderWay: () => !isPossible || isIndexing(names.at(-1) ?? ''),
      async judge(app) {
        expect(names).toHaveLength(KILLS)
        if (!isPossible) return
        const base = `/api/organizations/${given.organization.id}/storage`
        const member = storageClient(await app.as(given.member), base)
        for (const name of names) {
          expect(await settled(member, name)).toMatchObject({ index_state: 'Indexed' })
          const { body } = await searchAt(member, 'semantic-search', `killed indexing ${name}`)
          expect(body.results).toContainEqual(expect.objectContaining({ path: name, passage: contentOf(name) }))
        }
      },
      close: async () => vendor[Symbol.asyncDispose](),
    }
  },
}
