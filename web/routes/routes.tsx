// All routes of the app's router, including public pages for people who navigate to them from the app.
import { Suspense, useSyncExternalStore } from 'react'
import { Navigate, Outlet, type RouteObject, ScrollRestoration, useLocation, useMatches } from 'react-router'
import { isLanguage, type Language, languages } from '../../core/words/languages.ts'
import { redirects } from '../navigation/public-pages.ts'
import { layoutRoute, screenRoute } from '../navigation/screen.tsx'
import { offerOfDocument } from '../site/offer.ts'
import { ErrorBoundary } from '../ui/feedback/ErrorBoundary.tsx'
import { Overlay } from '../ui/feedback/Overlay.tsx'
import { RouterErrorPage } from '../ui/feedback/RouterErrorPage.tsx'
import { LanguageProvider } from '../words/LanguageProvider.tsx'
import { currentLanguage, onLanguageChange } from '../words/language.ts'
import { appRoutes } from './app-routes.tsx'
import { PublicSessionWatch } from './PublicSessionWatch.tsx'
import * as screens from './public-screens.tsx'
import { RouterNavigation } from './RouterNavigation.tsx'

function Root() {
  const { pathname } = useLocation()
  const handles = useMatches().map(match => match.handle)
  const readerLanguage = useSyncExternalStore(onLanguageChange, currentLanguage, () => 'en' as const)
  return (
    <LanguageProvider language={pageLanguage(handles) ?? readerLanguage}>
      <Suspense fallback={<Overlay />}>
        <ScrollRestoration />
        <RouterNavigation>
          <ErrorBoundary page resetOn={pathname}>
            <Outlet />
          </ErrorBoundary>
        </RouterNavigation>
        {!handles.some(providesOwnSession) && <PublicSessionWatch />}
      </Suspense>
    </LanguageProvider>
  )
}

/** The language of the open page; null if the reader's own applies. */
export const pageLanguage = (handles: readonly unknown[]): Language | null =>
  handles
    .flatMap(handle => (typeof handle === 'object' && handle !== null && 'language' in handle ? [handle.language] : []))
    .find(isLanguage) ?? null

/** Recognizes screens that provide the session themselves. */
const providesOwnSession = (handle: unknown): boolean => typeof handle === 'object' && handle !== null && 'isInside' in handle

const edition = offerOfDocument() ? 'sold' : 'free'
const publicRoutes: RouteObject[] = [
  ...redirects.map(({ from, to }) => ({ path: from, element: <Navigate to={to} replace /> })),
  ...languages.map(language =>
    layoutRoute(
      screens.site,
      screens.publicPages.flatMap(({ paths, ...screens }) => (paths[language] ? [screenRoute(paths[language], screens[edition])] : [])),
      language,
    ),
  ),
  layoutRoute(screens.site, [screenRoute('*', screens.notFound)], 'en'),
]

export const routes: RouteObject[] = [{ element: <Root />, errorElement: <RouterErrorPage />, children: [...appRoutes, ...publicRoutes] }]
