import { Monitor, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { language, languages, useLanguage, useMessages } from '../../lib/i18n.ts'
import { useHasKeyboard } from '../../lib/media.ts'
import { motion } from '../../lib/motion.ts'
import { useSession } from '../../lib/session.ts'
import { singleKeys } from '../../lib/shortcuts.ts'
import { useChoice } from '../../lib/stored.ts'
import { theme, themes } from '../../lib/theme.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Section } from '../../ui/section.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TranslationSettings } from '../inbox/translation/translation-settings.tsx'
import { NotificationSettings } from '../notifications/notification-settings.tsx'
import { Accounts } from './accounts/accounts.tsx'
import { settingsMessages } from './messages.ts'
import { Sessions } from './sessions/sessions.tsx'
import { OwnTokens } from './tokens/own-tokens.tsx'

const icons = { system: <Monitor aria-hidden />, light: <Sun aria-hidden />, dark: <Moon aria-hidden /> }

export function Personal() {
  const words = useMessages(settingsMessages)
  const { user } = useSession()
  const shownTheme = useChoice(theme)
  const shownMotion = useChoice(motion)
  const hasSingleKeys = useChoice(singleKeys) === 'on'
  const hasKeyboard = useHasKeyboard()
  return (
    <>
      <Section title={words.profile} text={words.profileText}>
        <div className="flex items-center gap-4">
          <Avatar name={user.name ?? user.email} picture={user.picture} size="large" />
          <dl className="min-w-0">
            <dt className="sr-only">{words.name}</dt>
            <dd className="truncate font-medium">{user.name ?? words.noName}</dd>
            <dt className="sr-only">{words.email}</dt>
            <dd className="truncate text-muted">{user.email}</dd>
          </dl>
        </div>
      </Section>
      <Section title={words.appearance} text={words.appearanceText}>
        <div className="max-w-xl space-y-6">
          <Row label={words.theme}>
            <Segmented
              label={words.theme}
              value={shownTheme}
              choices={themes.map((value) => ({ value, label: words.themes[value], icon: icons[value] }))}
              onChange={theme.set}
            />
          </Row>
          <Row label={words.language}>
            <Segmented label={words.language} value={useLanguage()} choices={languages} onChange={language.set} />
          </Row>
          <Switch
            label={words.reduceMotion}
            hint={words.reduceMotionHint}
            checked={shownMotion === 'reduced'}
            onChange={(reduced) => motion.set(reduced ? 'reduced' : 'system')}
          />
          {hasKeyboard && (
            <Switch
              label={words.singleKeys}
              hint={words.singleKeysHint}
              checked={hasSingleKeys}
              onChange={(isOn) => singleKeys.set(isOn ? 'on' : 'off')}
            />
          )}
        </div>
      </Section>
      <NotificationSettings />
      <TranslationSettings />
      <Accounts />
      <OwnTokens />
      <Sessions />
    </>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p aria-hidden className="text-sm font-medium">
        {label}
      </p>
      {children}
    </div>
  )
}
