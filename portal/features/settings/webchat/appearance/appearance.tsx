import { useState } from 'react'
import { WIDGET_MODES, type WidgetSettings } from '#contracts/widget-settings.ts'
import { useForm } from '../../../../lib/form.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextArea } from '../../../../ui/field.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { Select } from '../../../../ui/select.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { LoadFailed } from '../../../page-parts/load-failed.tsx'
import { partMessages } from '../../../page-parts/messages.ts'
import { UnsavedBar } from '../../../page-parts/unsaved-bar.tsx'
import { WaitingForm } from '../../../page-parts/waiting.tsx'
import { webchatMessages } from '../messages.ts'
import { useEntryPoints, useUpdateWidgetSettings, useWidgetSettings } from '../use-webchat.ts'
import { Colors, shownColors } from './colors.tsx'
import { isColor } from './contrast.ts'
import { CustomCss } from './custom-css.tsx'
import { Preview } from './preview.tsx'

export function Appearance() {
  const words = useMessages(webchatMessages)
  const settings = useWidgetSettings()
  return (
    <Section
      title={words.appearance}
      text={words.appearanceText}
      actions={settings.data && <Reset before={settings.data} />}
    >
      {settings.data ? (
        <Look saved={settings.data} />
      ) : settings.isError ? (
        <LoadFailed title={words.appearanceFailed} query={settings} />
      ) : (
        <WaitingForm />
      )}
    </Section>
  )
}

function Reset({ before }: { before: WidgetSettings }) {
  const words = useMessages(webchatMessages)
  const { undo } = useMessages(partMessages)
  const update = useUpdateWidgetSettings()
  const onError = (error: Error) => showToast(sentenceOf(error, words.resetFailed))
  const reset = () =>
    update.mutate(
      {},
      {
        onSuccess: () => showToast(words.wasReset, { label: undo, run: () => update.mutate(before, { onError }) }),
        onError,
      },
    )
  return (
    <Button size="small" busy={update.isPending} onClick={reset}>
      {words.reset}
    </Button>
  )
}

function Look({ saved }: { saved: WidgetSettings }) {
  const words = useMessages(webchatMessages)
  const parts = useMessages(partMessages)
  const form = useForm<WidgetSettings>(saved)
  const update = useUpdateWidgetSettings()
  const { data: entryPoints } = useEntryPoints()
  const [isTried, setTried] = useState(false)
  const { values, set } = form
  const isWrong = shownColors(values).some((name) => !isColor(values[name]))
  const save = () => {
    setTried(true)
    if (isWrong) return
    update.mutate(form.changes, {
      onSuccess: (_saved, sent) => {
        form.markSaved(sent)
        setTried(false)
        showToast(words.saved)
      },
    })
  }
  const refusal = update.error && sentenceOf(update.error, parts.saveFailed)
  return (
    <>
      <div className="grid gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <div className="space-y-6 max-xl:max-w-xl">
          <div>
            <p className="mb-1.5 text-sm font-medium">{words.mode}</p>
            <Segmented
              label={words.mode}
              value={values.mode}
              choices={WIDGET_MODES.map((value) => ({ value, label: words.modes[value] }))}
              onChange={(mode) => set({ mode })}
            />
            <p className="mt-1.5 text-xs text-pretty text-muted">{words.modeHints[values.mode]}</p>
          </div>
          <Colors values={values} onChange={set} />
          <TextArea
            label={words.greeting}
            hint={words.greetingHint}
            rows={2}
            maxLength={500}
            value={values.greeting}
            onChange={(event) => set({ greeting: event.target.value })}
          />
          <Select
            label={words.domain}
            hint={words.domainHints[values.widgetDomain]}
            value={values.widgetDomain}
            options={(['default', 'proxy'] as const).map((value) => ({ value, label: words.domains[value] }))}
            onChange={(widgetDomain) => set({ widgetDomain })}
          />
          {values.mode === 'custom' && (
            <CustomCss saved={saved.customCss} value={values.customCss} onChange={(customCss) => set({ customCss })} />
          )}
        </div>
        <div className="min-w-0 xl:sticky xl:top-5 xl:self-start">
          <Preview settings={safeToShow(saved, values)} teammate={entryPoints?.data[0]?.ai_employee.name ?? ''} />
        </div>
      </div>
      <UnsavedBar
        isDirty={form.isDirty}
        busy={update.isPending}
        problem={isTried && isWrong ? parts.checkFields : (refusal ?? undefined)}
        onSave={save}
        onDiscard={() => {
          form.reset()
          update.reset()
          setTried(false)
        }}
      />
    </>
  )
}

/** A color that is still being typed is shown as it was. */
function safeToShow(saved: WidgetSettings, values: WidgetSettings): WidgetSettings {
  const unfinished = shownColors({ mode: 'custom' }).filter((name) => !isColor(values[name]))
  return { ...values, ...Object.fromEntries(unfinished.map((name) => [name, saved[name]])) }
}
