import { SERVICE_NAME } from '#contracts/parties.ts'
import type { EntryPoint } from '#contracts/webchat-settings.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { WebchatSettingsRow } from '../table.ts'
import { widgetSettings } from './public-settings.ts'

/** What a page embeds, by how the page is made. The widget finds the server by where its script came from. */
export function snippetsOf(
  { ports: { config }, organization }: OrgContext,
  rules: WebchatSettingsRow | null,
  eventId: string,
): EntryPoint['snippets'] {
  const isProxied = widgetSettings(rules).widgetDomain === 'proxy'
  const domain = (isProxied && config.API_PROXY_DOMAIN) || config.API_DOMAIN
  const src = `${domain}/widget/${SERVICE_NAME}-webchat-widget.js`
  const options = `{ apiKey: '${organization.public_api_key}', eventId: '${eventId}' }`
  return {
    html: [`<script src="${src}"></script>`, `<script>ChatWidget.init(${options})</script>`].join('\n'),
    react: `import { useEffect } from 'react'

export function ChatWidget() {
  useEffect(() => {
    const script = document.createElement('script')
    script.src = '${src}'
    script.onload = () => window.ChatWidget.init(${options})
    document.body.append(script)
    return () => {
      window.ChatWidget?.destroy()
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
