/** Keeps what a vendor signed in an answer (thinking blocks, reasoning items, thought signatures) for the next call. */
import type { JSONObject, SharedV4ProviderMetadata, SharedV4ProviderOptions } from '@ai-sdk/provider'
import { z } from 'zod'
import type { Vendor } from '#contracts/parties.ts'
import type { ProviderMetadata } from '../model-language.ts'
import type { SplitPart } from './split-thinking.ts'

const options = z.record(z.string(), z.record(z.string(), z.json())).optional()

const SignedPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('reasoning'), text: z.string(), options }),
  /** The text itself is in the message; only where each part ends is kept. */
  z.object({ type: z.literal('text'), length: z.number(), options }),
  z.object({ type: z.literal('tool_call'), id: z.string(), options }),
])
export type SignedPart = z.infer<typeof SignedPart>

const SignedTurn = z.object({ vendor: z.string(), model: z.string(), parts: z.array(SignedPart) })

type Part = (
  | { type: 'reasoning'; text: string }
  | { type: 'text'; length: number }
  | { type: 'tool_call'; id: string }
) & { options?: SharedV4ProviderOptions }

/** The parts this vendor's model signed, or null when the metadata is another's or not ours. */
export function readSignedParts(metadata: ProviderMetadata | undefined, vendor: Vendor, model: string) {
  if (!metadata || metadata.vendor !== vendor || metadata.model !== model) return null
  const turn = SignedTurn.safeParse(metadata)
  return turn.success ? turn.data.parts : null
}

export function recordTurn(vendor: Vendor, model: string) {
  const parts: Part[] = []
  const open = {
    text: new Map<string, Part & { type: 'text' }>(),
    reasoning: new Map<string, Part & { type: 'reasoning' }>(),
  }

  const textPart = (id: string) => {
    const part = open.text.get(id) ?? { type: 'text' as const, length: 0 }
    if (!open.text.has(id)) parts.push(part)
    open.text.set(id, part)
    return part
  }
  const reasoningPart = (id: string) => {
    const part = open.reasoning.get(id) ?? { type: 'reasoning' as const, text: '' }
    if (!open.reasoning.has(id)) parts.push(part)
    open.reasoning.set(id, part)
    return part
  }

  return {
    add(part: SplitPart): void {
      switch (part.type) {
        case 'text-start':
        case 'text-delta':
        case 'text-end': {
          const text = textPart(part.id)
          if (part.type === 'text-delta') text.length += part.delta.length
          if (part.type === 'text-end') open.text.delete(part.id)
          sign(text, part.providerMetadata)
          break
        }
        case 'reasoning-start':
        case 'reasoning-delta':
        case 'reasoning-end': {
          const reasoning = reasoningPart(part.id)
          if (part.type === 'reasoning-delta') reasoning.text += part.delta
          if (part.type === 'reasoning-end') open.reasoning.delete(part.id)
          sign(reasoning, part.providerMetadata)
          break
        }
        case 'replace': {
          const calls = parts.filter(({ type }) => type === 'tool_call')
          const begun: Part[] = part.reasoning === '' ? [] : [{ type: 'reasoning', text: part.reasoning }]
          if (part.text !== '') begun.push({ type: 'text', length: part.text.length })
          parts.splice(0, parts.length, ...begun, ...calls)
          open.text.clear()
          open.reasoning.clear()
          break
        }
        case 'tool-call':
          parts.push({ type: 'tool_call', id: part.toolCallId, options: part.providerMetadata })
          break
      }
    },

    metadata(): ProviderMetadata | undefined {
      const kept = parts.filter(
        (part) => part.type !== 'reasoning' || part.options || wantsReasoningBack(vendor, parts),
      )
      if (!kept.some((part) => part.options || part.type === 'reasoning')) return undefined
      return { vendor, model, parts: kept.map((part): JSONObject => ({ ...part })) }
    },
  }
}

/** Some chat-completions servers refuse the second call of a tool loop without the reasoning that led to it. */
function wantsReasoningBack(vendor: Vendor, parts: Part[]): boolean {
  return vendor === 'custom' && parts.some((part) => part.type === 'tool_call')
}

function sign(part: Part, metadata: SharedV4ProviderMetadata | undefined): void {
  if (!metadata) return
  const merged: SharedV4ProviderOptions = { ...part.options }
  for (const [party, values] of Object.entries(metadata)) merged[party] = { ...merged[party], ...values }
  part.options = merged
}
