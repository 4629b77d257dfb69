import { useState } from 'react'
import { NOTIFY_OF } from '#contracts/preference-names.ts'
import type { Preferences } from '#contracts/preferences.ts'
import { useMessages } from '../../lib/i18n.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { showToast } from '../../ui/toast.tsx'
import { notificationMessages } from './messages.ts'
import { useChangePreferences, usePreferences } from './use-preferences.ts'

const permissionHere = () => ('Notification' in window && isSecureContext ? Notification.permission : 'impossible')

/** Which events notify the person, and how. */
export function NotificationSettings() {
  const words = useMessages(notificationMessages)
  const { data } = usePreferences()
  return (
    <Section title={words.title} text={words.text}>
      {data ? <Choices preferences={data} /> : <Skeleton className="h-32 max-w-xl" />}
    </Section>
  )
}

function Choices({ preferences }: { preferences: Preferences }) {
  const words = useMessages(notificationMessages)
  const { mutate, isPending, variables } = useChangePreferences()
  const change = (next: Partial<Preferences>) =>
    mutate(next, { onError: (error) => showToast(sentenceOf(error, words.notSaved)) })
  // What is on its way is shown as if it were there already.
  const shown = { ...preferences, ...(isPending && variables) }
  const isSilent = shown.notify_of === 'none'
  const [permission, setPermission] = useState(permissionHere)
  const ask = async () => setPermission(await Notification.requestPermission())
  const switchNotifications = (isOn: boolean) => {
    change({ has_notifications: isOn })
    if (isOn && permission === 'default') ask()
  }
  return (
    <div className="max-w-xl space-y-6">
      <Select
        label={words.of}
        hint={words.ofHint}
        value={shown.notify_of}
        options={NOTIFY_OF.map((value) => ({ value, label: words.choices[value] }))}
        onChange={(notify_of) => change({ notify_of })}
      />
      <Switch
        label={words.sound}
        hint={words.soundHint}
        checked={shown.has_sound}
        disabled={isSilent}
        onChange={(has_sound) => change({ has_sound })}
      />
      <Switch
        label={words.browser}
        hint={words.browserHint}
        checked={shown.has_notifications}
        disabled={isSilent || permission === 'impossible'}
        onChange={switchNotifications}
      />
      {permission === 'impossible' && <Notice>{words.impossible}</Notice>}
      {shown.has_notifications && permission === 'denied' && <Notice tone="warning">{words.blocked}</Notice>}
      {shown.has_notifications && permission === 'default' && (
        <Notice tone="warning">
          <div className="flex flex-wrap items-center justify-between gap-2">
            {words.notAllowed}
            <Button size="small" onClick={ask}>
              {words.allow}
            </Button>
          </div>
        </Notice>
      )}
    </div>
  )
}
