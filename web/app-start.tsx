// Draws the app into the empty shell, or anew over the page for an unknown path.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Frame } from './Frame.tsx'
import { chosenLanguage } from './language.ts'
import { preload, preloadOnPointing } from './preload.ts'
import { routes } from './routes.tsx'

export async function startApp(root: HTMLElement): Promise<void> {
  const loading = preload(location.pathname)
  setTimeout(warmNumbers, 0, chosenLanguage())
  await loading
  const router = createBrowserRouter(routes)
  createRoot(root).render(
    <StrictMode>
      <Frame>
        <RouterProvider router={router} />
      </Frame>
    </StrictMode>,
  )
  preloadOnPointing()
}

// The first number that a language says takes a browser long: it passes by itself while the screen's files come.
function warmNumbers(language: string): void {
  new Intl.NumberFormat(language).format(new Intl.PluralRules(language).select(1) === 'one' ? 1 : 0)
}
