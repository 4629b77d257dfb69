import { storedChoice } from './stored.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** `portal/public/theme.js` reads the same key before the first paint. */
export const theme = storedChoice<Theme>('alongside:theme', themes, () => 'system')

const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

export function followTheme(): void {
  const apply = () => {
    const dark = theme.get() === 'dark' || (theme.get() === 'system' && systemIsDark.matches)
    document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  }
  theme.subscribe(apply)
  systemIsDark.addEventListener('change', apply)
  apply()
}
