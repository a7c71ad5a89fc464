// Shows the console page at a path if the user's roles may open it.
import { Suspense } from 'react'
import { matchPath, useLocation } from 'react-router'
import { type ConsolePage, consolePages } from '../../core/session/staff.ts'
import type { CatalogName } from '../../core/words/catalogs.ts'
import { usesSecondFactor } from '../auth/claims.ts'
import { useAuth } from '../session/session.tsx'
import { ErrorBoundary } from '../ui/feedback/ErrorBoundary.tsx'
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
const screens = [
  adminScreen(
    '/admin/templates',
    'templates',
    ['admintemplates'],
    async () => (await import('./templates/whatsapp/TemplatesPage.tsx')).TemplatesPage,
  ),
  adminScreen(
    '/admin/templates/emails',
    'templates',
    ['admintemplates'],
    async () => (await import('./templates/emails/EmailTextsPage.tsx')).EmailTextsPage,
  ),
  adminScreen(
    '/admin/templates/emails/:kind/:language',
    'templates',
    ['admintemplates'],
    async () => (await import('./templates/emails/EmailTextPage.tsx')).EmailTextPage,
  ),
  adminScreen(
    '/admin/templates/new',
    'templates',
    ['admintemplates'],
    async () => (await import('./templates/whatsapp/NewTemplatePage.tsx')).NewTemplatePage,
  ),
  adminScreen(
    '/admin/templates/:id',
    'templates',
    ['admintemplates'],
    async () => (await import('./templates/whatsapp/TemplatePage.tsx')).TemplatePage,
  ),
  adminScreen('/admin/users', 'users', ['adminusers'], async () => (await import('./users/UsersPage.tsx')).UsersPage),
  adminScreen('/admin/users/erasures', 'users', ['adminusers'], async () => (await import('./users/ErasuresPage.tsx')).ErasuresPage),
  adminScreen(
    '/admin/users/:id',
    'users',
    ['adminusers', 'adminsubscriptions'],
    async () => (await import('./users/UserPage.tsx')).UserPage,
  ),
  adminScreen('/admin', 'overview', ['adminoverview'], async () => (await import('./overview/OverviewPage.tsx')).OverviewPage),
  adminScreen(
    '/admin/diagnostics',
    'diagnostics',
    ['admindiagnostics'],
    async () => (await import('./diagnostics/DiagnosticsPage.tsx')).DiagnosticsPage,
  ),
  adminScreen('/admin/logs', 'logs', ['adminlogs'], async () => (await import('./logs/LogsPage.tsx')).LogsPage),
  adminScreen(
    '/admin/subscriptions',
    'subscriptions',
    ['adminsubscriptions', 'siteplans'],
    async () => (await import('./subscriptions/SubscriptionsPage.tsx')).SubscriptionsPage,
  ),
  adminScreen(
    '/admin/subscriptions/:id',
    'subscriptions',
    ['adminsubscriptions'],
    async () => (await import('./subscriptions/detail/SubscriptionPage.tsx')).SubscriptionPage,
  ),
  adminScreen('/admin/settings', 'settings', ['adminsettings'], async () => (await import('./settings/SettingsPage.tsx')).SettingsPage),
  adminScreen('/admin/security', 'security', ['adminsecurity'], async () => (await import('./security/SecurityPage.tsx')).SecurityPage),
  adminScreen(
    '/admin/analytics',
    'analytics',
    ['adminanalytics'],
    async () => (await import('./analytics/AnalyticsPage.tsx')).AnalyticsPage,
  ),
]

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
    <ErrorBoundary resetOn={pathname}>
      <Suspense fallback={<SkeletonCard />}>
        <screen.View />
      </Suspense>
    </ErrorBoundary>
  )
}
