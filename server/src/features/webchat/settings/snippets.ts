import { SERVICE_NAME } from '#contracts/parties.ts'
import type { EntryPoint } from '#contracts/webchat-settings.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { WebchatSettingsRow } from '../table.ts'
import { widgetSettings } from './public-settings.ts'

/** The widget finds the server by where its script came from. */
function addressOfScript({ ports: { config } }: OrgContext, rules: WebchatSettingsRow | null): string {
  const isProxied = widgetSettings(rules).widgetDomain === 'proxy'
  const domain = (isProxied && config.API_PROXY_DOMAIN) || config.API_DOMAIN
  return `${domain}/widget/${SERVICE_NAME}-webchat-widget.js`
}

/**
 * What a page of HTML embeds; without an entry point, for the teammate that the public key alone leads to. One element, because
 * optimizers and libraries that replace pages run a second script before the first has been loaded.
 */
export function scriptsOf(ctx: OrgContext, rules: WebchatSettingsRow | null, entryPointId?: string): string {
  return `<script
  src="${addressOfScript(ctx, rules)}"
  onload="ChatWidget.init(${optionsOf(ctx, entryPointId)})"
></script>`
}

const optionsOf = ({ organization: { public_api_key } }: OrgContext, entryPointId?: string): string =>
  entryPointId ? `{ apiKey: '${public_api_key}', eventId: '${entryPointId}' }` : `{ apiKey: '${public_api_key}' }`

/** What a page embeds, by how the page is made. */
export function snippetsOf(
  ctx: OrgContext,
  rules: WebchatSettingsRow | null,
  entryPointId: string,
): EntryPoint['snippets'] {
  const src = addressOfScript(ctx, rules)
  const options = optionsOf(ctx, entryPointId)
  return {
    html: scriptsOf(ctx, rules, entryPointId),
    react: `'use client'
import { useEffect } from 'react'

const widget = () => Reflect.get(window, 'ChatWidget')

export function ChatWidget() {
  useEffect(() => {
    const script = document.createElement('script')
    script.src = '${src}'
    script.onload = () => widget().init(${options})
    document.body.append(script)
    return () => {
      script.onload = null
      widget()?.destroy()
      script.remove()
    }
  }, [])
  return null
}`,
    tag_manager: `<script>
  (function () {
    var script = document.createElement('script')
    script.src = '${src}'
    script.onload = function () { window.ChatWidget.init(${options}) }
    document.body.appendChild(script)
  })()
</script>`,
  }
}
