// All paths: of what stands behind the public pages, and of these for who comes to them out of the app.
import { Suspense, useSyncExternalStore } from 'react'
import { Navigate, Outlet, type RouteObject, ScrollRestoration, useMatches } from 'react-router'
import { isLanguage, type Language, languages } from '../core/words/languages.ts'
import { inside } from './inside.tsx'
import { chosenLanguage, onLanguageChosen } from './language.ts'
import { RoutedWays } from './RoutedWays.tsx'
import { Spoken } from './Spoken.tsx'
import { at, frame } from './screen.tsx'
import { OutsideWatch } from './site/OutsideWatch.tsx'
import { redirects } from './site/pages.ts'
import * as screens from './site/screens.tsx'
import { Overlay } from './ui/Overlay.tsx'
import { RouterErrorPage } from './ui/RouterErrorPage.tsx'

function Root() {
  const handles = useMatches().map(match => match.handle)
  const chosen = useSyncExternalStore(onLanguageChosen, chosenLanguage, () => 'en' as const)
  return (
    <Spoken language={languageOf(handles) ?? chosen}>
      <Suspense fallback={<Overlay />}>
        <ScrollRestoration />
        <RoutedWays>
          <Outlet />
        </RoutedWays>
        {!handles.some(isMarked) && <OutsideWatch />}
      </Suspense>
    </Spoken>
  )
}

/** That of the pages that are open; null where the reader's own holds. */
export const languageOf = (handles: readonly unknown[]): Language | null =>
  handles
    .flatMap(handle => (typeof handle === 'object' && handle !== null && 'language' in handle ? [handle.language] : []))
    .find(isLanguage) ?? null

/** Marks the screens that hold a session themselves. */
const isMarked = (handle: unknown): boolean => typeof handle === 'object' && handle !== null && 'isInside' in handle

const open: RouteObject[] = [
  ...redirects.map(({ from, to }) => ({ path: from, element: <Navigate to={to} replace /> })),
  ...languages.map(language =>
    frame(
      screens.site,
      screens.publicPages.flatMap(({ screen, paths }) => (paths[language] ? [at(paths[language], screen)] : [])),
      language,
    ),
  ),
  frame(screens.site, [at('*', screens.notFound)], 'en'),
]

export const routes: RouteObject[] = [{ element: <Root />, errorElement: <RouterErrorPage />, children: [...inside, ...open] }]
