import { SERVICE_NAME } from '#contracts/parties.ts'

/**
 * What a client that starts programs is given: a bridge to the hosted endpoint. The header has no space, because some
 * clients break arguments at spaces; the value with one comes from the environment.
 */
export function clientConfiguration(base_url: string, token: string): string {
  const bridge = {
    command: 'npx',
    args: ['-y', 'mcp-remote', `${base_url}/mcp`, '--header', `Authorization:\${AUTH_HEADER}`],
    env: { AUTH_HEADER: `Bearer ${token}` },
  }
  return JSON.stringify({ mcpServers: { [SERVICE_NAME]: bridge } }, null, 2)
}
