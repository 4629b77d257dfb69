import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { describeEndpoint } from '#contracts/endpoint.ts'
import { ownTestApp } from '#testing/app.ts'
import { Reply, route } from '../route.ts'
import { currentWork, type WorkKind } from '../thread-share.ts'

const PIECES = 100
const PIECE = Buffer.alloc(256 * 1024, 'x')
const made: { organization_id: string; kind: WorkKind }[] = []

async function* pieces() {
  for (let n = 0; n < PIECES; n++) {
    made.push(currentWork())
    yield PIECE
  }
}

const probe = {
  name: 'probe',
  routes: [
    route(describeEndpoint('GET /api/private/probe', { summary: 'A probe' }), {
      caller: 'private_key',
      serve: async () => new Reply(Readable.from(pieces(), { objectMode: false })),
    }),
  ],
}
const app = await ownTestApp({ features: [probe] })

test('a stream is made in the share of the organization that asked for it, however slowly it is read', async () => {
  const { organization, private_key } = await app.given.organization()
  const response = await app.withKey(private_key).send('/api/private/probe', {})
  // What fits on the way was made; the rest waits until this is read.
  await expect.poll(() => made.length).toBeGreaterThan(0)
  expect((await response.arrayBuffer()).byteLength).toBe(PIECES * PIECE.length)
  const ofOrganization = { organization_id: organization.id, kind: 'request' }
  expect(made).toEqual(Array(PIECES).fill(ofOrganization))
})
