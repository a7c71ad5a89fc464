// Loads the screen for a path before it is shown: the first one at once, others when a link is hovered or focused.
import { matchRoutes } from 'react-router'
import type { Handle } from '../navigation/screen.tsx'
import { chosenLanguage } from '../words/language.ts'
import { languageOf, routes } from './routes.tsx'

export async function preload(path: string): Promise<void> {
  const handles: (Handle | undefined)[] = (matchRoutes(routes, path) ?? []).map(({ route }) => route.handle)
  const language = languageOf(handles) ?? chosenLanguage()
  await Promise.allSettled(handles.map(async handle => handle?.load(language)))
}

export function preloadOnPointing(): void {
  const point = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a[href]') : null
    if (link instanceof HTMLAnchorElement && link.origin === location.origin) void preload(link.pathname)
  }
  document.addEventListener('pointerover', point, { passive: true })
  document.addEventListener('focusin', point)
}
