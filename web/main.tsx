// Starts the browser's half: takes over a prerendered page, or draws into the empty shell.
import './main.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { isSessionKept } from './auth/kept.ts'
import { Frame } from './Frame.tsx'
import { chosenLanguage } from './language.ts'
import { preload, preloadOnPointing } from './preload.ts'
import { allRoutes, discover, isElsewhere, routes } from './routes.tsx'
import { openRooms } from './words.tsx'

// Zod reads this when it is first loaded: no `new Function` under our content security policy.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

await Promise.all([openRooms('en', ['ui']), openRooms(chosenLanguage(), ['ui']), preload(location.pathname)])

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
const known = isElsewhere(location.pathname) ? await allRoutes() : routes
const router = createBrowserRouter(known, known === routes ? { patchRoutesOnNavigation: discover } : {})
const tree = (
  <StrictMode>
    <Frame>
      <RouterProvider router={router} />
    </Frame>
  </StrictMode>
)
// A page for an unknown path stands at many; where a screen has come since, it is drawn anew.
const isUnknown = matchRoutes(known, location.pathname)?.at(-1)?.route.path === '*'
if (root.dataset['page'] === (isUnknown ? '*' : location.pathname))
  // In slices, so that a slow phone scrolls and types meanwhile.
  startTransition(() => void hydrateRoot(root, tree))
else createRoot(root).render(tree)
preloadOnPointing()
// Only who has an account here is told of a lost connection by us.
if (isSessionKept()) void navigator.serviceWorker?.register('/sw.js')
