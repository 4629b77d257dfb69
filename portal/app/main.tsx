import '../ui/style.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followLanguage } from '../lib/i18n.ts'
import { followMotion } from '../lib/motion.ts'
import { followTheme } from '../lib/theme.ts'
import { Providers } from './providers.tsx'

followTheme()
followLanguage()
followMotion()

// After a new release the chunks that an open page knows are gone; the page that is there now knows the new ones.
// Without a network nothing is gone but the network.
addEventListener('vite:preloadError', () => {
  if (navigator.onLine) location.reload()
})

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Providers />
    </StrictMode>,
  )
}
