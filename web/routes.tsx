// The paths of the public pages, and the way to all others, which are fetched when somebody goes there.
import { Suspense, useSyncExternalStore } from 'react'
import { matchRoutes, Navigate, Outlet, type RouteObject, ScrollRestoration, useMatches } from 'react-router'
import { isSessionKept } from './auth/kept.ts'
import { at, frame } from './screen.tsx'
import { redirects } from './site/pages.ts'
import * as screens from './site/screens.tsx'
import { Overlay } from './ui/Overlay.tsx'
import { RouterErrorPage } from './ui/RouterErrorPage.tsx'

function Root() {
  const isInside = useMatches().some(({ handle }) => isMarked(handle))
  return (
    <Suspense fallback={<Overlay />}>
      <ScrollRestoration />
      <Outlet />
      {!isInside && <OutsideWatch />}
    </Suspense>
  )
}

/** Marks the screens that hold a session themselves. */
const isMarked = (handle: unknown): boolean => typeof handle === 'object' && handle !== null && 'isInside' in handle

/** The session's limits hold on public pages too; who is not signed in loads nothing for that. */
function OutsideWatch() {
  const isKept = useSyncExternalStore(never, isSessionKept, () => false)
  return <Suspense fallback={null}>{isKept && <screens.publicWatch.View />}</Suspense>
}

const never = () => () => {}

const rootId = 'root'

const root = (children: RouteObject[]): RouteObject[] => [{ id: rootId, element: <Root />, errorElement: <RouterErrorPage />, children }]

const open: RouteObject[] = [
  ...redirects.map(({ from, to }) => ({ path: from, element: <Navigate to={to} replace /> })),
  frame(screens.site, [...screens.publicPages.map(({ path, screen }) => at(path, screen)), at('*', screens.notFound)]),
]

export const routes: RouteObject[] = root(open)

/** None of the public pages has this path. */
export const isElsewhere = (path: string): boolean => matchRoutes(routes, path)?.at(-1)?.route.path === '*'

export async function allRoutes(): Promise<RouteObject[]> {
  const { inside } = await import('./inside.tsx')
  return root([...inside, ...open])
}

/** For the router: finds the paths that are not public when somebody goes there. */
export async function discover({ patch }: { patch(under: string, children: RouteObject[]): void }): Promise<void> {
  const { inside } = await import('./inside.tsx')
  patch(rootId, inside)
}
