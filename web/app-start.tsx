// Draws the app into the empty shell, or anew over the page for an unknown path.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Frame } from './Frame.tsx'
import { preload, preloadOnPointing } from './preload.ts'
import { routes } from './routes.tsx'

export async function startApp(root: HTMLElement): Promise<void> {
  await preload(location.pathname)
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
