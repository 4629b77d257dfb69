import { expect, onTestFinished, test } from 'vitest'
import { startTestApp, testApp } from '#testing/app.ts'
import { startConnectedVendor, VENDOR_KEY } from '#testing/doubles/vendors/connected-vendor.ts'

const metadata = '/api/admin/ai-models/metadata'

async function developerOf(env: Record<string, string>) {
  const app = await startTestApp({ env })
  onTestFinished(() => app.close())
  return app.as(await app.given.user({ is_admin: true }))
}

test('a developer fetches what the vendor publishes, in the fields of the catalog', async () => {
  await using vendor = await startConnectedVendor('vendor_2')
  const developer = await developerOf({
    VENDOR_2_BASE_URL: vendor.connection.base_url,
    VENDOR_2_API_KEY: VENDOR_KEY,
  })
  const { status, body } = await developer.get(`${metadata}?provider=vendor_2&model=anthropic/claude-sonnet-4.5`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    model: 'anthropic/claude-sonnet-4.5',
    provider: 'vendor_2',
    input_cost: 3,
    output_cost: 15,
    is_multimodal: true,
    is_reasoning: true,
  })
  expect((await developer.post('/api/admin/ai-models', body)).status).toBe(200)
  expect((await developer.get(`${metadata}?provider=vendor_2&model=no/such-model`)).status).toBe(404)
})

test('a vendor that fails is reported as a bad gateway, without the key', async () => {
  const developer = await developerOf({ VENDOR_2_BASE_URL: 'http://127.0.0.1:9', VENDOR_2_API_KEY: VENDOR_KEY })
  const { status, body } = await developer.get(`${metadata}?provider=vendor_2&model=x`)
  expect(status).toBe(502)
  expect(JSON.stringify(body)).not.toContain(VENDOR_KEY)
})

test('provider and model are required, and only one vendor publishes', async () => {
  const app = await testApp()
  const developer = await app.as(await app.given.user({ is_admin: true }))
  for (const query of ['', '?provider=vendor_2', '?model=x', '?provider=&model=x', '?provider=vendor_2&model=']) {
    expect((await developer.get(`${metadata}${query}`)).status).toBe(400)
  }
  for (const provider of ['vendor_1', 'vendor_3', 'vendor_4', 'vendor_5', 'vendor_6', 'custom', 'openai']) {
    expect((await developer.get(`${metadata}?provider=${provider}&model=x`)).status).toBe(400)
  }
  const { body } = await developer.get(`${metadata}?provider=vendor_4&model=x`)
  const message = 'Anthropic does not publish what its models can do'
  expect(body.issues).toEqual([{ path: 'query.provider', message }])
})
