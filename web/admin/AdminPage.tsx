// Chooses the page of the console by its path, and closes it to roles that may not open it.
import { Suspense } from 'react'
import { matchPath, useLocation } from 'react-router'
import { type ConsolePage, consolePages } from '../../core/session/staff.ts'
import type { CatalogName } from '../../core/words/catalogs.ts'
import { usesSecondFactor } from '../auth/claims.ts'
import { useAuth } from '../session/session.tsx'
import { ErrorBoundary } from '../ui/feedback/ErrorCard.tsx'
import { SkeletonCard } from '../ui/feedback/Skeleton.tsx'
import { type LazyPart, lazyPart } from '../words/lazy-part.tsx'
import { PageMissing, RoleMissing, SecondFactorMissing } from './PageRefused.tsx'

interface AdminScreen {
  path: string
  page: ConsolePage
  View: LazyPart<object>['View']
}

const adminScreen = (path: string, page: ConsolePage, catalogs: CatalogName[], fetchView: Parameters<typeof lazyPart>[1]): AdminScreen => ({
  path,
  page,
  View: lazyPart(['adminui', ...catalogs], fetchView).View,
})

/** The nine pages, and the details of a row below its list. */
const screens = [adminScreen('/admin', 'overview', [], async () => (await import('./overview/HealthPage.tsx')).HealthPage)]

export function AdminPage() {
  const { pathname } = useLocation()
  const { roles, areRolesKnown, session } = useAuth()
  const screen = screens.find(({ path }) => matchPath(path, pathname))
  if (!areRolesKnown) return <SkeletonCard />
  if (!screen) return <PageMissing />
  const needed: readonly string[] = consolePages.find(({ name }) => name === screen.page)?.roles ?? []
  if (!roles.some(role => needed.includes(role))) return <RoleMissing needed={needed} />
  if (session && !usesSecondFactor(session)) return <SecondFactorMissing />
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<SkeletonCard />}>
        <screen.View />
      </Suspense>
    </ErrorBoundary>
  )
}
