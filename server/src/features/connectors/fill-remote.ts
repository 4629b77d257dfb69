import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { fillWith } from '../variables/fill-variables.ts'
import { type Mask, maskSecrets } from '../variables/mask-secrets.ts'
import { readAllValues } from '../variables/read-values.ts'
import type { Remote } from './remote-types.ts'
import type { ConnectorRow } from './table.ts'

export type Filled = { remote: Remote; mask: Mask }
type Addressed = Pick<ConnectorRow, 'url' | 'headers_sealed' | 'protocol'>

export const headersOf = (ctx: OrgContext, { headers_sealed }: Pick<ConnectorRow, 'headers_sealed'>) =>
  headers_sealed === null ? {} : (JSON.parse(ctx.ports.cipher.decrypt(headers_sealed)) as Record<string, string>)

/** A connector with its variables filled in, secret ones too; responses are masked before they are used. */
export async function fillRemote(ctx: OrgContext, connector: Addressed): Promise<Filled> {
  const headers = Object.entries(headersOf(ctx, connector))
  const url = connector.url ?? ''
  const { values, secrets } = await readAllValues(ctx, [url, ...headers.map(([, value]) => value)])
  const fill = fillWith(values)
  const filled = fill(url)
  if (!/^https?:$/.test(URL.parse(filled)?.protocol ?? '')) {
    throw new AppError('unprocessable', 'With its variables filled in, the address is not an http or https one')
  }
  // A value with a line break would be refused by the connection with the value in its error.
  const sent = Object.fromEntries(
    headers.map(([name, value]) => [
      name,
      fill(value)
        .replaceAll(/[\0\r\n]+/g, ' ')
        .trim(),
    ]),
  )
  return { remote: { url: filled, headers: sent, protocol: connector.protocol }, mask: maskSecrets(secrets) }
}
