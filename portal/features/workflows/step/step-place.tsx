import { createContext, type ReactNode, type RefObject, useContext } from 'react'
import type { TextElement } from '../../../ui/use-caret-menu.ts'
import type { Named } from './placeholders.ts'

type StepPlace = {
  /** What the texts of the step can name. */
  named: readonly Named[]
  /** The text that was written in last, which takes what is clicked elsewhere. */
  written: RefObject<TextElement | null>
}

const Place = createContext<StepPlace>({ named: [], written: { current: null } })

/** Says the fields inside which step they belong to. */
export function StepPlaceProvider({ place, children }: { place: StepPlace; children: ReactNode }) {
  return <Place value={place}>{children}</Place>
}

export const useStepPlace = (): StepPlace => useContext(Place)
