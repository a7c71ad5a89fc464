// Loads the screen for a path before it is shown: the first one at once, others when a link is hovered or focused.
import { matchRoutes } from 'react-router'
import type { RouteHandle } from '../navigation/screen.tsx'
import { currentLanguage } from '../words/language.ts'
import { pageLanguage, routes } from './routes.tsx'

export async function preload(path: string): Promise<void> {
  const handles: (RouteHandle | undefined)[] = (matchRoutes(routes, path) ?? []).map(({ route }) => route.handle)
  const language = pageLanguage(handles) ?? currentLanguage()
  await Promise.allSettled(handles.map(async handle => handle?.load(language)))
}

export function preloadOnHover(): void {
  const onPointerOver = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a[href]') : null
    if (link instanceof HTMLAnchorElement && link.origin === location.origin) void preload(link.pathname)
  }
  document.addEventListener('pointerover', onPointerOver, { passive: true })
  document.addEventListener('focusin', onPointerOver)
}
