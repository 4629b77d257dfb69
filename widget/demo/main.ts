import { SERVICE_NAME } from '#contracts/parties.ts'

/** Embeds the widget the way a customer does: by its script. */
const params = new URLSearchParams(location.search)
const problem = document.querySelector<HTMLElement>('#problem')

function showProblem(text: string): void {
  if (!problem) return
  problem.textContent = text
  problem.hidden = false
}

const script = document.createElement('script')
script.src = `/widget/${SERVICE_NAME}-webchat-widget.js`
script.addEventListener('load', () => {
  try {
    const language = params.get('language')
    window.ChatWidget?.init({
      apiKey: params.get('api_key') ?? '',
      eventId: params.get('event_id') ?? '',
      isOpen: params.get('open') === 'true',
      ...((language === 'en' || language === 'ru') && { language }),
    })
  } catch (error) {
    showProblem(error instanceof Error ? error.message : String(error))
  }
})
script.addEventListener('error', () => showProblem('The widget’s script could not be loaded.'))
document.head.append(script)
