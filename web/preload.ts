// Fetches the screen behind a path before it is shown: the first one at once, others when a link is pointed at.
import { matchRoutes, type RouteObject } from 'react-router'
import type { Screen } from './screens.tsx'

export async function preload(routes: RouteObject[], path: string): Promise<void> {
  const loads = (matchRoutes(routes, path) ?? []).map(async ({ route }) => {
    const screen: Pick<Screen, 'load'> | undefined = route.handle
    return screen?.load()
  })
  await Promise.allSettled(loads)
}

export function preloadOnPointing(routes: RouteObject[]): void {
  const point = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a[href]') : null
    if (link instanceof HTMLAnchorElement && link.origin === location.origin) void preload(routes, link.pathname)
  }
  document.addEventListener('pointerover', point, { passive: true })
  document.addEventListener('focusin', point)
}
