import type { IncomingFile } from '../bots/incoming.ts'
import { TRANSFER_TIMEOUT_MS } from '../bots/request-platform.ts'
import type { BotContext } from '../context.ts'
import { isAllowedAddress } from './allowed-hosts.ts'
import { callerOf } from './bot-caller.ts'
import { downloadAttachment } from './connector-api.ts'
import { readBytes, refusalOf } from './connector-call.ts'
import type { TchatAnswer } from './tchat-answer.ts'

const MAX_REDIRECTS = 5

/**
 * Brings a file of a message here: a pasted picture from the connector, with the bot's token, and a file from the person's drive
 * by an address that is the permission itself, which gets no token.
 */
export async function fetchFile(
  ctx: BotContext,
  { ref }: IncomingFile,
  maxBytes: number,
): Promise<TchatAnswer<Buffer>> {
  const { TCHAT_ALLOWED_SERVICE_HOSTS, TCHAT_ALLOWED_FILE_HOSTS } = ctx.ports.config
  const isAtConnector = isAllowedAddress(ref, TCHAT_ALLOWED_SERVICE_HOSTS) && /\/v3\/attachments\//.test(ref)
  if (isAtConnector) return downloadAttachment(callerOf(ctx, ctx.bot), ref, maxBytes)
  if (isAllowedAddress(ref, TCHAT_ALLOWED_FILE_HOSTS)) return downloadFromDrive(ctx, ref, maxBytes)
  const description = 'The file lies at a host that is not listed in TCHAT_ALLOWED_FILE_HOSTS'
  return { outcome: 'refused', status: 403, code: 'HostNotAllowed', description }
}

async function downloadFromDrive(ctx: BotContext, address: string, maxBytes: number): Promise<TchatAnswer<Buffer>> {
  const signal = AbortSignal.timeout(TRANSFER_TIMEOUT_MS)
  let url = address
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await ctx.ports.outbound.fetch(url, { redirect: 'manual', signal })
      const location = response.headers.get('location')
      if (response.status < 300 || response.status > 399 || location === null) {
        return response.ok ? await readBytes(response, maxBytes) : await refusalOf(response, [address], ctx.now())
      }
      await response.body?.cancel()
      // The storage may be elsewhere, but never in the clear where the drive was not.
      const next = new URL(location, url)
      if (next.protocol !== 'https:' && url.startsWith('https:')) break
      url = next.href
    }
    return { outcome: 'refused', status: 502, code: 'BadRedirect', description: 'The drive redirects too far' }
  } catch (error) {
    // The address is a permission, so nothing of the error is shown that may carry it.
    ctx.log.warn({ name: error instanceof Error ? error.name : 'unknown' }, 'a file of Teams could not be fetched')
    return { outcome: 'unsent', description: 'The drive could not be reached' }
  }
}
