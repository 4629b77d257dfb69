import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { connectableVendors, startConnectedVendor, VENDOR_KEY } from '#testing/doubles/vendors/connected-vendor.ts'
import type { Fault } from '#testing/doubles/vendors/vendor-double.ts'
import { collect, failureIn, never, question } from '#testing/models/model-calls.ts'
import type { ModelFailure } from '../model-language.ts'
import { streamModel } from '../stream-model.ts'
import { REFUSED_ADDRESS } from './failure.ts'

const faults: [Fault, ModelFailure['kind']][] = [
  [{ fault: 'status', status: 429, retry_after: 3 }, 'rate_limited'],
  [{ fault: 'status', status: 500 }, 'unavailable'],
  [{ fault: 'status', status: 529 }, 'unavailable'],
  [{ fault: 'status', status: 400, message: 'The context is too long' }, 'rejected'],
  [{ fault: 'drop' }, 'unavailable'],
  [{ fault: 'drop_midway' }, 'broken_stream'],
  [{ fault: 'garbage' }, 'broken_stream'],
  [{ fault: 'garbage_midway' }, 'broken_stream'],
  [{ fault: 'no_finish' }, 'broken_stream'],
]

test.for(connectableVendors.flatMap((provider) => faults.map(([fault, kind]) => ({ provider, fault, kind }))))(
  '$provider: $fault.fault $fault.status is reported as $kind',
  async ({ provider, fault, kind }) => {
    await using vendor = await startConnectedVendor(provider)
    vendor.double.reply(fault)

    const failure = await failureIn(collect(streamModel(vendor.connection, question(vendor.model), never)))

    expect(failure.kind).toBe(kind)
    expect(failure.status).toBe(fault.fault === 'status' ? fault.status : undefined)
    expect(failure.message).toMatch(/^(xAI|[A-Z]\w+) .*\S$/)
    if (kind === 'rejected') expect(failure.message).toContain('The context is too long')
  },
)

const spent = {
  vendor_1: { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 'insufficient_quota' },
  vendor_4: {
    ...{ type: 'rate_limit_error', message: 'The spend limit is reached' },
    details: { error_code: 'contract_spend_limit_reached' },
  },
}

test.for(['vendor_1', 'vendor_4'] as const)(
  '%s: an account without money left is not called busy, because waiting does not help',
  async (provider) => {
    const error = spent[provider]
    const fetch = async () => Response.json({ type: 'error', error }, { status: 429 })
    const connection = { provider, api_key: VENDOR_KEY, base_url: 'http://127.0.0.1/v1', fetch }

    const failure = await failureIn(collect(streamModel(connection, question('m'), never)))

    expect(failure).toMatchObject({ kind: 'rate_limited', status: 429 })
    expect(failure.message).toMatch(/ reports that the account has reached its limit: .*(quota|spend limit)/)
  },
)

for (const fault of ['no_finish', 'drop_midway', 'garbage_midway', 'error_midway'] as const) {
  test.for(connectableVendors)(`%s: ${fault} calls no tool, however much of the call has come`, async (provider) => {
    await using vendor = await startConnectedVendor(provider)
    const input = { path: '/everything' }
    const tool_calls = ['one', 'two'].map((id) => ({ id, name: 'storage__delete', input }))
    vendor.double.reply({ fault, text: 'I will clean up.', tool_calls })
    const seen: string[] = []

    await failureIn(
      (async () => {
        for await (const part of streamModel(vendor.connection, question(vendor.model), never)) seen.push(part.type)
      })(),
    )

    expect(seen).not.toContain('tool_call')
    expect(seen).not.toContain('finish')
  })
}

test.for(connectableVendors)('%s: an error inside the stream is reported as unavailable', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  vendor.double.reply({ fault: 'error_midway' })

  const failure = await failureIn(collect(streamModel(vendor.connection, question(vendor.model), never)))

  expect(failure.kind).toBe('unavailable')
})

test.for(connectableVendors)('%s: a wrong key is unauthorized and is never repeated', async (provider) => {
  await using vendor = await startConnectedVendor(provider, 'sk-wrong-99887766554433221100')

  const failure = await failureIn(collect(streamModel(vendor.connection, question(vendor.model), never)))

  expect(failure.kind).toBe('unauthorized')
  expect(`${failure.message}${failure.stack}${JSON.stringify(failure)}`).not.toContain('99887766')
  expect(failure.cause).toBeUndefined()
})

test.for(connectableVendors)(
  '%s: a vendor that repeats the key in a refusal is not quoted with it',
  async (provider) => {
    await using vendor = await startConnectedVendor(provider)
    vendor.double.reply({ fault: 'status', status: 422, message: `Bad header: Bearer ${VENDOR_KEY} is odd` })

    const failure = await failureIn(collect(streamModel(vendor.connection, question(vendor.model), never)))

    expect(failure.message).toContain('is odd')
    expect(failure.message).not.toContain(VENDOR_KEY)
  },
)

for (const fault of ['hang', 'hang_midway'] as const) {
  test.for(connectableVendors)(`%s: ${fault} ends when the time is up, and the vendor sees it`, async (provider) => {
    await using vendor = await startConnectedVendor(provider)
    vendor.double.reply({ fault })
    const time = new AbortController()
    const answer = failureIn(collect(streamModel(vendor.connection, question(vendor.model), time.signal)))
    // A time that is up before the vendor has heard of the call leaves it nothing to see.
    await expect.poll(() => vendor.double.requests.length).toBe(1)
    time.abort(new DOMException('The time is up', 'TimeoutError'))

    expect((await answer).kind).toBe('timeout')
    await expect.poll(() => vendor.double.aborted).toBe(1)
  })
}

test.for(connectableVendors)('%s: the caller’s own abort comes back as it was given', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  vendor.double.reply({ fault: 'hang_midway' })
  const stop = new AbortController()
  const reason = new Error('A person took over')

  const answer = (async () => {
    for await (const part of streamModel(vendor.connection, question(vendor.model), stop.signal)) {
      if (part.type === 'text') stop.abort(reason)
    }
  })()

  await expect(answer).rejects.toBe(reason)
  await expect.poll(() => vendor.double.aborted).toBe(1)
})

test.for(connectableVendors)('%s: a reader who leaves midway hangs up on the vendor', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  vendor.double.reply({ fault: 'hang_midway' })

  for await (const part of streamModel(vendor.connection, question(vendor.model), never)) {
    if (part.type === 'text') break
  }

  await expect.poll(() => vendor.double.aborted).toBe(1)
})

test('a call that was given up before it began sends nothing', async () => {
  await using vendor = await startConnectedVendor('custom')
  const reason = new Error('Too late')
  await expect(collect(streamModel(vendor.connection, question(vendor.model), AbortSignal.abort(reason)))).rejects.toBe(
    reason,
  )
  expect(vendor.double.requests).toHaveLength(0)
})

test('a limit on a key is no wrong key', async () => {
  await using vendor = await startConnectedVendor('vendor_3')
  vendor.double.reply({ fault: 'status', status: 429, message: 'Quota of this API key is used up' })
  const failure = await failureIn(collect(streamModel(vendor.connection, question(vendor.model), never)))
  expect(failure.kind).toBe('rate_limited')
})

test('nobody listening is unavailable', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  const port = typeof address === 'object' ? address?.port : 0
  const connection = { provider: 'custom' as const, api_key: null, base_url: `http://127.0.0.1:${port}/v1`, fetch }

  const failure = await failureIn(collect(streamModel(connection, question('m'), never)))

  expect(failure).toMatchObject({ kind: 'unavailable', message: 'The custom model server could not be reached.' })
  expect(String(failure.cause)).toContain('ECONNREFUSED')
})

test('an address the service may not call is reported as such', async () => {
  const refusing = () => {
    const cause = Object.assign(new Error('10.0.0.1 is private'), { code: REFUSED_ADDRESS })
    return Promise.reject(new TypeError('fetch failed', { cause }))
  }
  const connection = { provider: 'custom' as const, api_key: null, base_url: 'http://10.0.0.1/v1', fetch: refusing }

  const failure = await failureIn(collect(streamModel(connection, question('m'), never)))

  expect(failure.kind).toBe('refused_address')
  expect(failure.message).not.toContain('10.0.0.1')
})
