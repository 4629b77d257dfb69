import { getWords } from '../words/words.ts'

const { VITE_WIDGET_BRAND_NAME, VITE_WIDGET_BRAND_URL } = import.meta.env as Record<string, string | undefined>
const name = VITE_WIDGET_BRAND_NAME || 'Alongside'

/** Who makes the widget, as it was built; a link where the build has an address for it. */
export function Footer() {
  return (
    <footer class="footer">
      {getWords().poweredBy}{' '}
      {VITE_WIDGET_BRAND_URL ? (
        <a href={VITE_WIDGET_BRAND_URL} target="_blank" rel="noopener">
          {name}
        </a>
      ) : (
        <span>{name}</span>
      )}
    </footer>
  )
}
