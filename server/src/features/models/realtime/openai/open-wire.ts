import type {
  Experimental_RealtimeModelV4 as RealtimeModel,
  Experimental_RealtimeModelV4ServerEvent as ServerEvent,
} from '@ai-sdk/provider'
import { z } from 'zod'
import { vendors } from '#contracts/parties.ts'
import type { VendorConnection } from '../../model-language.ts'
import { notConnected } from '../../vendors/failure.ts'
import { openVendorSocket, type VendorSocket } from '../open-socket.ts'

/** Whatever it is, it has a type. */
const RawEvent = z.looseObject({ type: z.string() })

/** The socket, and the model that reads and writes its events. */
export type Wire = VendorSocket<ServerEvent> & { readonly model: RealtimeModel }

export async function openWire(connection: VendorConnection, model_id: string, signal: AbortSignal): Promise<Wire> {
  const model = await realtimeModel(connection, model_id)
  const { url, headers = {} } = await serverConnection(connection, model)
  const read = (json: unknown): ServerEvent[] => [model.parseServerEvent(RawEvent.parse(json))].flat()
  return { ...(await openVendorSocket(connection, { url, headers, read }, signal)), model }
}

async function realtimeModel(connection: VendorConnection, model: string): Promise<RealtimeModel> {
  const { provider, api_key, base_url } = connection
  if (!api_key) throw notConnected(connection)
  const { createOpenAI } = await import('@ai-sdk/openai')
  const baseURL = base_url ?? vendors[provider].default_base_url
  return createOpenAI({ apiKey: api_key, ...(baseURL && { baseURL }) }).experimental_realtime(model)
}

async function serverConnection(connection: VendorConnection, model: RealtimeModel) {
  const found = await model.getServerWebSocketConfig?.({ intent: 'conversation' })
  if (!found) throw notConnected(connection)
  return found
}
