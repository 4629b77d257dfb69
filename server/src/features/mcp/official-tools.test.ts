import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { startBalancer } from '#testing/servers/balancer.ts'
import { postgresUrl, spawnServer } from '#testing/servers/server-process.ts'
import { givenHosted } from '#testing/tools/hosted.ts'

const app = await ownTestApp({ env: { MCP_TOKEN_RATE: '100000' } })

const run = promisify(execFile)
const bin = (name: string) => fileURLToPath(new URL(`../../../../node_modules/.bin/${name}`, import.meta.url))
const EXPECTED_FAILURES = fileURLToPath(new URL('conformance.yml', import.meta.url))

/** A teammate with tools, behind as many processes as there can be, asked in turn: none may know what another was sent. */
async function ready() {
  const people = await app.given.organization()
  const teammate = await app.given.teammate(people.organization, {
    name: 'Ada',
    tools: ['http_request', 'files.create'],
  })
  const hosted = await givenHosted(app, people.admin, teammate)
  const { DATA_DIR, DATABASE_URL = '' } = app.config
  const other = postgresUrl ? spawnServer({ DATA_DIR, DATABASE_URL, MCP_TOKEN_RATE: '100000' }) : null
  const addresses = [app.base_url, ...(other ? [await other.address] : [])]
  const balancer = await startBalancer(addresses, { authorization: `Bearer ${hosted.token}` })
  return { ...people, hosted, balancer, mcp: `${balancer.url}/mcp` }
}

test('the conformance suite passes, but for what a server of tools alone has not', async () => {
  const { mcp, balancer } = await ready()
  await using _ = balancer
  const args = ['server', '--url', mcp, '--suite', 'all', '--expected-failures', EXPECTED_FAILURES]
  const { stdout } = await run(bin('conformance'), args).catch((error) => error)
  const passed = stdout.match(/^✓ [\w-]+: [1-9]\d* passed, 0 failed$/gm)
  expect(passed).toEqual([
    '✓ server-initialize: 1 passed, 0 failed',
    '✓ ping: 1 passed, 0 failed',
    '✓ tools-list: 1 passed, 0 failed',
    '✓ dns-rebinding-protection: 2 passed, 0 failed',
  ])
  expect(stdout).toContain('Baseline check passed')
  for (const requests of balancer.taken()) expect(requests).toBeGreaterThan(10)
})

test('the inspector lists and calls', async () => {
  const { mcp, balancer } = await ready()
  await using _ = balancer
  const inspect = async (...args: string[]) => {
    const { stdout } = await run(bin('mcp-inspector'), ['--cli', mcp, '--transport', 'http', ...args])
    return JSON.parse(stdout)
  }
  const { tools } = await inspect('--method', 'tools/list')
  expect(tools.map(({ name }: { name: string }) => name)).toEqual(['http_request', 'files.create'])
  const call = ['--method', 'tools/call', '--tool-name', 'files.create', '--tool-arg', 'name=a.csv', 'content=x']
  expect((await inspect(...call)).content[0]).toMatchObject({ type: 'text' })
})

test('a client that starts the remote bridge by the configuration text lists and calls', async () => {
  const { hosted, mcp, balancer } = await ready()
  await using _ = balancer
  const { mcpServers } = JSON.parse(hosted.created.client_configuration)
  const { args, env } = mcpServers.svc
  const client = new Client({ name: 'desktop', version: '1' })
  // What the text says, at the address at which the tests listen.
  expect(args.slice(0, 3)).toEqual(['-y', 'mcp-remote', `${app.config.BASE_URL}/mcp`])
  const bridge = [mcp, ...args.slice(3)]
  await client.connect(
    new StdioClientTransport({
      command: bin('mcp-remote'),
      args: bridge,
      env: { PATH: dirname(process.execPath), HOME: app.config.DATA_DIR, ...env },
      stderr: 'ignore',
    }),
  )
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['http_request', 'files.create'])
  const { content } = await client.callTool({ name: 'files.create', arguments: { name: 'a.csv', content: 'x' } })
  expect(content).toMatchObject([{ type: 'text' }, {}, {}])
  await client.close()
})
