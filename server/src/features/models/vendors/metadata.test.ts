import { expect, test } from 'vitest'
import { startConnectedVendor } from '#testing/doubles/vendors/connected-vendor.ts'
import { fetchModelMetadata, perMillion } from './metadata.ts'

test('a model comes with its price for a million tokens and what it can do', async () => {
  await using vendor = await startConnectedVendor('vendor_2')
  expect(await fetchModelMetadata(vendor.connection, 'anthropic/claude-sonnet-4.5')).toEqual({
    model: 'anthropic/claude-sonnet-4.5',
    name: 'Anthropic: Claude Sonnet 4.5',
    input_cost: 3,
    output_cost: 15,
    cached_input_cost: 0.3,
    is_multimodal: true,
    is_tts: false,
    is_stt: false,
    is_realtime: false,
    voices: [],
    supports_reasoning: true,
  })
})

test('a dated name resolves to the name the vendor uses', async () => {
  await using vendor = await startConnectedVendor('vendor_2')
  expect(await fetchModelMetadata(vendor.connection, 'anthropic/claude-4.5-sonnet-20250929')).toMatchObject({
    model: 'anthropic/claude-sonnet-4.5',
  })
})

test('models that speak or listen are found too', async () => {
  await using vendor = await startConnectedVendor('vendor_2')
  expect(await fetchModelMetadata(vendor.connection, 'openai/gpt-4o-mini-tts')).toMatchObject({
    is_tts: true,
    is_stt: false,
    voices: ['alloy', 'nova'],
  })
  expect(await fetchModelMetadata(vendor.connection, 'openai/whisper-1')).toMatchObject({ is_stt: true, input_cost: 0 })
})

test('an unknown model is null', async () => {
  await using vendor = await startConnectedVendor('vendor_2')
  expect(await fetchModelMetadata(vendor.connection, 'nobody/nothing')).toBeNull()
})

test('a price that is not fixed is null', async () => {
  await using vendor = await startConnectedVendor('vendor_2')
  expect(await fetchModelMetadata(vendor.connection, 'openrouter/auto')).toMatchObject({ input_cost: null })
})

test('prices carry no float error', () => {
  expect(['0.00000007', '0.00000029', '0.0000011', '1.1e-7', 0.0000003, '0'].map(perMillion)).toEqual([
    0.07, 0.29, 1.1, 0.11, 0.3, 0,
  ])
  expect([null, undefined, '', '-1', 'free', '1e', 'NaN'].map(perMillion)).toEqual(Array(7).fill(null))
})

test.for([
  [404, 'rejected'],
  [401, 'unauthorized'],
  [503, 'unavailable'],
] as const)('a listing that answers %d is reported as %s', async ([status, kind]) => {
  const answering = async () => new Response('no', { status })
  const connection = { provider: 'vendor_2' as const, api_key: 'sk-secret-key', base_url: null, fetch: answering }
  await expect(fetchModelMetadata(connection, 'm')).rejects.toMatchObject({ name: 'ModelFailure', kind, status })
})

test('a listing that is no JSON is reported as a failure', async () => {
  const answering = async () => new Response('<html>')
  const connection = { provider: 'vendor_2' as const, api_key: null, base_url: null, fetch: answering }
  await expect(fetchModelMetadata(connection, 'm')).rejects.toMatchObject({ name: 'ModelFailure' })
})

test('other vendors publish nothing', async () => {
  const connection = { provider: 'vendor_4' as const, api_key: 'k', base_url: null, fetch }
  await expect(fetchModelMetadata(connection, 'm')).rejects.toMatchObject({
    kind: 'rejected',
    message: 'Anthropic does not publish what its models can do.',
  })
})
