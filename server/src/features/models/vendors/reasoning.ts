import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { Vendor } from '#contracts/parties.ts'
import type { ModelRequest } from '../model-language.ts'
import { readSignedParts } from './signed-turn.ts'

type Options = Pick<LanguageModelV4CallOptions, 'reasoning' | 'providerOptions'>

const thinkingBudget = { low: 2048, medium: 8192, high: 16_384 } as const

/** How reasoning is requested from each vendor, with the settings that it needs. */
export async function reasoningOptions(provider: Vendor, request: ModelRequest): Promise<Options> {
  const { reasoning } = request
  const effort = reasoning === null ? undefined : reasoning === 'off' ? 'none' : reasoning

  switch (provider) {
    case 'vendor_1':
      return {
        reasoning: effort,
        providerOptions: { openai: { store: false, ...(reasoning !== null && { forceReasoning: true }) } },
      }
    case 'vendor_2':
      return {
        providerOptions: {
          openrouter: {
            usage: { include: true },
            ...(reasoning !== null && {
              reasoning: reasoning === 'off' ? { enabled: false } : { enabled: true, effort: reasoning },
            }),
          },
        },
      }
    case 'vendor_3':
      return {
        reasoning: effort,
        ...(reasoning !== null &&
          reasoning !== 'off' && { providerOptions: { google: { thinkingConfig: { includeThoughts: true } } } }),
      }
    case 'vendor_4':
      return anthropicThinking(request)
    case 'vendor_5':
      return { reasoning: effort, providerOptions: { xai: { store: false } } }
    case 'vendor_6':
      return planOptions(request, effort)
    case 'custom':
      return { reasoning: effort }
  }
}

const OWN_INSTRUCTIONS = 'You are a helpful assistant.'

/** A plan requires the system text as instructions, and stores nothing. */
function planOptions({ reasoning, system }: ModelRequest, effort: Options['reasoning']): Options {
  const reasons = reasoning !== null && reasoning !== 'off'
  return {
    reasoning: effort,
    providerOptions: {
      openai: {
        store: false,
        instructions: system.trim() === '' ? OWN_INSTRUCTIONS : system,
        systemMessageMode: 'remove',
        include: ['reasoning.encrypted_content'],
        ...(reasoning !== null && { forceReasoning: true }),
        ...(reasons && { reasoningSummary: 'auto' }),
      },
    },
  }
}

async function anthropicThinking(request: ModelRequest): Promise<Options> {
  const { reasoning } = request
  if (reasoning === null) return {}
  if (reasoning === 'off' || !mayThink(request)) return { reasoning: 'none' }
  const { getModelCapabilities } = await import('@ai-sdk/anthropic/internal')
  if (getModelCapabilities(request.model).supportsAdaptiveThinking) return { reasoning }
  const thinking = { type: 'enabled', budgetTokens: thinkingBudget[reasoning] }
  return { reasoning, providerOptions: { anthropic: { thinking } } }
}

/** Anthropic refuses to think in a tool loop that another model, or one that did not think, has begun. */
function mayThink({ messages, model }: ModelRequest): boolean {
  const lastUser = messages.findLastIndex((message) => message.role === 'user')
  return messages
    .slice(lastUser + 1)
    .filter((message) => message.role === 'assistant')
    .every((message) =>
      readSignedParts(message.provider_metadata, 'vendor_4', model)?.some((part) => part.type === 'reasoning'),
    )
}
