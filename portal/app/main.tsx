import '../ui/style.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followLanguage } from '../lib/i18n.ts'
import { followMotion } from '../lib/motion.ts'
import { reloadForRelease } from '../lib/reload-for-release.ts'
import { followTheme } from '../lib/theme.ts'
import { watchTyping } from '../lib/typing.ts'
import { Providers } from './providers.tsx'

followTheme()
followMotion()
watchTyping()

reloadForRelease()

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
