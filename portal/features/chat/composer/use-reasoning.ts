import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reasoning, Teammate } from '#contracts/teammates.ts'
import { useSession } from '../../../lib/session.ts'
import { stored } from '../../../lib/stored.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { modelsQuery } from '../../models/models-query.ts'

/** How much the teammate is to think, as this person last chose for them; undefined where the model has no choice. */
export function useReasoning(teammate: Teammate | undefined) {
  const { organization } = useSession()
  const { data: models } = useQuery(modelsQuery(organization))
  const modelId = teammate?.model ?? organization.ai_default_model
  const canReason = models?.some(({ id, is_reasoning }) => is_reasoning && String(id) === modelId) ?? false
  const key = `alongside:reasoning:${teammate?.id}`
  const [chosen, setChosen] = useState<Record<string, Reasoning>>({})
  const setReasoning = useStable((level: Reasoning) => {
    stored.write(key, level)
    setChosen({ ...chosen, [key]: level })
  })
  const remembered = () => levels.find((level) => level === stored.read(key))
  const reasoning = teammate && canReason ? (chosen[key] ?? remembered() ?? teammate.reasoning) : undefined
  return { reasoning, setReasoning }
}

const levels = ['off', 'low', 'medium', 'high'] as const satisfies readonly Reasoning[]
