import { expect, test } from 'vitest'
import { workFor } from '#platform/thread-share.ts'
import { packLargePayload, unpackPayload } from './payload.ts'

test('one organization that packs much keeps no other one waiting', async () => {
  const order: string[] = []
  const pack = (organization_id: string) =>
    workFor(organization_id, async () => {
      const value = Array.from({ length: 50_000 }, (_, n) => n)
      expect(unpackPayload(await packLargePayload(value))).toEqual(value)
      order.push(organization_id)
    })
  await Promise.all([...Array.from({ length: 6 }, () => pack('many')), pack('one')])
  expect(order).toHaveLength(7)
  expect(order.indexOf('one')).toBeLessThan(3)
})
