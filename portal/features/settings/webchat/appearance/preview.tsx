import { useEffect, useEffectEvent, useRef } from 'react'
import { type ColorScheme, isFromFrame, type ToFrame } from '#contracts/widget-frames.ts'
import type { WidgetSettings } from '#contracts/widget-settings.ts'
import { useLanguage, useMessages } from '../../../../lib/i18n.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { webchatMessages } from '../messages.ts'

/** The widget's own frames as the settings make them look, in each scheme that a visitor may have. */
export function Preview({ settings, teammate }: { settings: WidgetSettings; teammate: string }) {
  const words = useMessages(webchatMessages)
  const schemes: ColorScheme[] =
    settings.mode === 'system' ? ['light', 'dark'] : [settings.mode === 'dark' ? 'dark' : 'light']
  return (
    <section aria-label={words.preview} className="grid gap-4 sm:grid-cols-[repeat(auto-fit,minmax(16rem,1fr))]">
      {schemes.map((scheme) => (
        <figure key={scheme} className="mx-auto w-full max-w-sm">
          <figcaption className="mb-1.5 text-xs text-muted">
            {settings.mode === 'system' ? words.onPages[scheme] : words.modes[settings.mode]}
          </figcaption>
          <div
            className={classNames(
              'flex h-[34rem] flex-col items-end gap-1 rounded-xl border border-line p-3',
              scheme === 'dark' ? 'bg-[#0b0d12]' : 'bg-[#e9edf3]',
            )}
          >
            <PreviewFrame
              part="chat"
              title={words.previewOf(words.previewChat, scheme)}
              {...{ settings, scheme, teammate }}
              className="min-h-0 w-full grow rounded-2xl shadow-float"
            />
            <PreviewFrame
              part="button"
              title={words.previewOf(words.previewButton, scheme)}
              {...{ settings, scheme, teammate }}
              className="-mr-2 -mb-2 size-21 shrink-0"
            />
          </div>
        </figure>
      ))}
    </section>
  )
}

type PreviewFrameProps = {
  part: 'chat' | 'button'
  title: string
  settings: WidgetSettings
  scheme: ColorScheme
  teammate: string
  className: string
}

/** Speaks with the frame as the loader in a customer's page does. */
function PreviewFrame({ part, title, settings, scheme, teammate, className }: PreviewFrameProps) {
  const language = useLanguage()
  const frame = useRef<HTMLIFrameElement>(null)
  const post = (message: ToFrame) => frame.current?.contentWindow?.postMessage(message, location.origin)
  const begin = useEffectEvent(() => post({ type: 'start', ...atFirst, scheme, settings }))
  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (!source || source !== frame.current?.contentWindow || origin !== location.origin) return
      if (isFromFrame(data) && data.type === 'ready') begin()
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [])
  const show = useEffectEvent(() => {
    post({ type: 'scheme', scheme })
    post({ type: 'applySettings', settings })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changed is what is posted
  useEffect(() => show(), [settings, scheme])
  const query = new URLSearchParams({ parent: location.origin, language, name: teammate })
  return <iframe ref={frame} title={title} src={`/widget/preview-${part}.html?${query}`} inert className={className} />
}

const atFirst = {
  isOpen: true,
  isNarrow: false,
  side: 'right',
  contact: {},
  wsUrl: '',
  iconAssetUrl: '',
  hasCloseButton: true,
  variables: {},
  stored: '',
} as const
