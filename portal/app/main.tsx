import '../ui/style.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followLanguage } from '../lib/i18n.ts'
import { followMotion } from '../lib/motion.ts'
import { followTheme } from '../lib/theme.ts'
import { isServerThere } from '../lib/when-reachable.ts'
import { Providers } from './providers.tsx'

followTheme()
followMotion()

// After a new release the chunks that an open page knows are gone; the page that is there now knows the new ones.
// Where nobody answers, nothing is gone but the server, and a reload would lose the page as well.
addEventListener('vite:preloadError', async () => {
  if (await isServerThere()) location.reload()
})

const root = document.getElementById('root')
if (root) {
  // Nobody sees English first who reads Russian.
  followLanguage({ ru: () => import('./russian.ts').then(({ russian }) => russian) }).then(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers />
      </StrictMode>,
    ),
  )
}
