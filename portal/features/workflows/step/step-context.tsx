import { createContext, type ReactNode, type RefObject, useContext } from 'react'
import type { TextElement } from '../../../ui/use-caret-menu.ts'
import type { Placeholder } from './placeholders.ts'

type StepContextValue = {
  /** The placeholders of the step. */
  placeholders: readonly Placeholder[]
  /** The text field that was edited last, into which clicked values are inserted. */
  lastField: RefObject<TextElement | null>
}

const StepContext = createContext<StepContextValue>({ placeholders: [], lastField: { current: null } })

/** Provides fields with the step that they belong to. */
export function StepContextProvider({ value, children }: { value: StepContextValue; children: ReactNode }) {
  return <StepContext value={value}>{children}</StepContext>
}

export const useStepContext = (): StepContextValue => useContext(StepContext)
