// Fetches the screen behind a path before it is shown: the first one at once, others when a link is pointed at.
import { matchRoutes } from 'react-router'
import { allRoutes, isElsewhere, routes } from './routes.tsx'
import type { Screen } from './screen.tsx'

export async function preload(path: string): Promise<void> {
  const known = isElsewhere(path) ? await allRoutes() : routes
  const loads = (matchRoutes(known, path) ?? []).map(async ({ route }) => {
    const screen: Pick<Screen, 'load'> | undefined = route.handle
    return screen?.load()
  })
  await Promise.allSettled(loads)
}

export function preloadOnPointing(): void {
  const point = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a[href]') : null
    if (link instanceof HTMLAnchorElement && link.origin === location.origin) void preload(link.pathname)
  }
  document.addEventListener('pointerover', point, { passive: true })
  document.addEventListener('focusin', point)
}
