// Renders the app into the empty shell, or over the 404 page.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { currentLanguage } from '../words/language.ts'
import { Providers } from './Providers.tsx'
import { preload, preloadOnHover } from './preload.ts'
import { routes } from './routes.tsx'

export async function startApp(root: HTMLElement): Promise<void> {
  const loading = preload(location.pathname)
  setTimeout(warmUpNumberFormat, 0, currentLanguage())
  await loading
  const router = createBrowserRouter(routes)
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
  preloadOnHover()
}

// Formatting the first number in a language is slow, so it is done while the screen's files load.
function warmUpNumberFormat(language: string): void {
  new Intl.NumberFormat(language).format(new Intl.PluralRules(language).select(1) === 'one' ? 1 : 0)
}
