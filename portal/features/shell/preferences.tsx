import { Monitor, Moon, Sun } from 'lucide-react'
import { language, languages, useLanguage, useMessages } from '../../lib/i18n.ts'
import { useChoice } from '../../lib/stored.ts'
import { theme, themes } from '../../lib/theme.ts'
import { MenuChoice, MenuSeparator } from '../../ui/menu.tsx'
import { shellMessages } from './messages.ts'

const icons = { system: <Monitor aria-hidden />, light: <Sun aria-hidden />, dark: <Moon aria-hidden /> }

/** Theme and language, as parts of a menu. */
export function Preferences() {
  const words = useMessages(shellMessages)
  const shown = useChoice(theme)
  const choices = themes.map((value) => ({ value, label: words.themes[value], icon: icons[value] }))
  return (
    <>
      <MenuChoice label={words.theme} value={shown} choices={choices} onChange={theme.set} />
      <MenuSeparator />
      <MenuChoice label={words.language} value={useLanguage()} choices={languages} onChange={language.set} />
    </>
  )
}
