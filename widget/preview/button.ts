import type { WidgetOverrides } from '#contracts/widget-frames.ts'
import { createLauncher } from '../button/launcher.ts'
import { frameAddress, onLoaderMessage, postToLoader } from '../lib/loader-link.ts'
import { lookOf } from '../lib/look.ts'

/** The launcher as settings make it look, to be looked at alone. */
document.documentElement.lang = frameAddress.language
document.body.inert = true
const { button } = createLauncher(frameAddress.language)
let settings: WidgetOverrides = {}

onLoaderMessage((message) => {
  if (message.type !== 'start' && message.type !== 'applySettings') return
  settings = { ...settings, ...message.settings }
  const look = lookOf(settings, 'light').settings
  const { style } = document.documentElement
  style.setProperty('--bubble', look.bubbleColor)
  style.setProperty('--icon', look.iconColor)
  document.body.append(button)
})
postToLoader({ type: 'ready' })
