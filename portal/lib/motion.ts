import { storedChoice } from './stored.ts'

/** A person may ask for less motion here without asking it of the whole system. */
export const motion = storedChoice('alongside:motion', ['system', 'reduced'] as const, () => 'system')

export function followMotion(): void {
  const apply = () => {
    document.documentElement.dataset.motion = motion.get()
  }
  motion.subscribe(apply)
  apply()
}
