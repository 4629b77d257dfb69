import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startTeamsApp } from '#testing/chat-platforms/teams.ts'
import { readZip } from '#testing/files/zip.ts'

const { app, givenBot } = await startTeamsApp()

test('the package that Teams takes has a manifest and two icons', async () => {
  const here = await givenBot({
    values: { name: 'A teammate whose name is longer than Teams shows 🙂', role: 'Sales' },
  })
  expect(await here.client.get(`${here.path}/package`)).toMatchObject({
    status: 409,
    body: { code: 'BOT_NOT_CONNECTED' },
  })
  await here.connect()
  const { manifest, files } = await download(here)
  expect([...files.keys()]).toEqual(['manifest.json', 'color.png', 'outline.png'])
  const { app_id } = here.bot
  expect(manifest).toMatchObject({
    manifestVersion: '1.22',
    id: app_id,
    bots: [{ botId: app_id, scopes: ['personal', 'team', 'groupChat'], supportsFiles: true }],
    webApplicationInfo: { id: app_id },
  })
  const { resourceSpecific } = manifest.authorization.permissions
  expect(resourceSpecific.map(({ name }: { name: string }) => name)).toEqual([
    'ChannelMessage.Read.Group',
    'ChatMessage.Read.Chat',
  ])
  expect(manifest.name.short).toHaveLength(30)
  expect(manifest.developer.websiteUrl).toMatch(/^https:/)
  expect(readPng(files.get('color.png'))).toMatchObject({ width: 192, height: 192, isTransparent: false })
  expect(readPng(files.get('outline.png'))).toMatchObject({ width: 32, height: 32, isTransparent: true })
})

test('a package that is downloaded later has a higher version, so that Teams takes it', async () => {
  const here = await givenBot()
  await here.connect()
  const versionOf = async () => (await download(here)).manifest.version.split('.').map(Number)
  const [, day, minute] = await versionOf()
  app.clock.advance(60_000)
  const [, laterDay, laterMinute] = await versionOf()
  expect(laterDay * 1440 + laterMinute).toBe(day * 1440 + minute + 1)
  app.clock.advance(-60_000)
})

async function download({ client, path }: Awaited<ReturnType<typeof givenBot>>) {
  const response = await client.send(`${path}/package`, {})
  const { status, headers } = response
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/zip')
  const files = readZip(Buffer.from(await response.arrayBuffer()))
  return { files, manifest: JSON.parse(String(files.get('manifest.json'))) }
}

/** Unpacks a picture of 8 bits a channel with opacity, as the encoder writes it. */
function readPng(png: Buffer = Buffer.alloc(0)) {
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const at = png.indexOf('IDAT')
  const pixels = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
  expect(pixels).toHaveLength(height * (1 + width * 4))
  const alphas = Array.from({ length: width * height }, (_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)]
    return pixels[y * (1 + width * 4) + 1 + x * 4 + 3]
  })
  return { width, height, isTransparent: alphas.includes(0) && alphas.includes(255) }
}
