import { vendors } from '#contracts/parties.ts'
import type { VendorConnection } from '../../model-language.ts'
import { brokenStream, notConnected } from '../failure.ts'
import { limitedFetch } from '../limited-fetch.ts'
import { refusalReason } from '../refusal-reason.ts'

type Sent = { path: string; body: object; headers?: Record<string, string> }

/** Asks a vendor to speak; throws where it refuses. The body of the answer has not been read yet. */
export async function requestSpeech(
  connection: VendorConnection,
  { path, body, headers }: Sent,
  signal: AbortSignal,
): Promise<Response> {
  const { provider, api_key } = connection
  const base = connection.base_url ?? vendors[provider].default_base_url
  if (!base || (!api_key && provider !== 'custom')) throw notConnected(connection)
  const response = await limitedFetch(connection.fetch)(`${base.replace(/\/$/, '')}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(headers ?? (api_key && { authorization: `Bearer ${api_key}` })),
    },
    body: JSON.stringify(body),
    signal,
  })
  if (!response.ok) throw { statusCode: response.status, message: refusalReason(await response.text(), api_key ?? '') }
  return response
}

/** The body as it arrives; a connection that is lost on the way has broken the answer off. */
export async function* readSpeech(
  connection: VendorConnection,
  { body }: Response,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (!body) throw brokenStream(connection)
  try {
    for await (const piece of body) yield piece
  } catch (error) {
    throw signal.aborted || error instanceof SyntaxError ? error : brokenStream(connection)
  }
}
