// Starts the browser's half: takes over a prerendered page, or draws into the empty shell.
import './main.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Frame } from './Frame.tsx'
import { preload, preloadOnPointing } from './preload.ts'
import { routes } from './routes.tsx'
import { openRooms } from './words.tsx'

// Zod reads this when it is first loaded: no `new Function` under our content security policy.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

await Promise.all([openRooms('en', ['ui']), preload(routes, location.pathname)])

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
const tree = (
  <StrictMode>
    <Frame>
      <RouterProvider router={createBrowserRouter(routes)} />
    </Frame>
  </StrictMode>
)
if (root.dataset['page'] === location.pathname) hydrateRoot(root, tree)
else createRoot(root).render(tree)
preloadOnPointing(routes)
