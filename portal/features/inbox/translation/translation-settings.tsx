import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useChangePreferences, usePreferences } from '../../notifications/use-preferences.ts'
import { translationMessages } from './messages.ts'

/** Whether contacts' messages get a link that translates them for this person. */
export function TranslationSettings() {
  const words = useMessages(translationMessages)
  const { data } = usePreferences()
  const { mutate, isPending, variables } = useChangePreferences()
  const change = (has_translation: boolean) =>
    mutate({ has_translation }, { onError: (error) => showToast(sentenceOf(error, words.notSaved)) })
  return (
    <Section title={words.title} text={words.text}>
      <div className="max-w-xl">
        {data ? (
          <Switch
            label={words.onDemand}
            hint={words.onDemandHint}
            checked={(isPending ? variables.has_translation : undefined) ?? data.has_translation}
            onChange={change}
          />
        ) : (
          <Skeleton className="h-10" />
        )}
      </div>
    </Section>
  )
}
