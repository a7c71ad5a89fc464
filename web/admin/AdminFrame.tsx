// The layout of the admin console: a top bar, and the page below it.
import { ArrowLeft } from 'lucide-react'
import { Suspense } from 'react'
import { Link, NavLink, Outlet } from 'react-router'
import { contactLabel, personName } from '../account/phones/person-label.ts'
import { Queries } from '../session/Queries.tsx'
import { RequireSignIn, useAuth } from '../session/session.tsx'
import { ErrorBoundary } from '../ui/feedback/ErrorCard.tsx'
import { SkeletonCard } from '../ui/feedback/Skeleton.tsx'
import { Wordmark } from '../ui/layout/Mark.tsx'
import { UserMenu } from '../ui/layout/UserMenu.tsx'
import { useWords } from '../words/words.tsx'

export function AdminFrame() {
  return (
    <RequireSignIn signInPath="/admin/login">
      <Queries>
        <Bar />
        <main id="main" className="mx-auto w-full max-w-[76rem] px-4 pt-5 pb-16 md:px-8 md:pt-8">
          <ErrorBoundary>
            <Suspense fallback={<SkeletonCard />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </main>
      </Queries>
    </RequireSignIn>
  )
}

function Bar() {
  const t = useWords('admin')
  const ui = useWords('ui')
  const { user, signOut } = useAuth()
  const email = contactLabel(user) ?? ''
  return (
    <header>
      <a className="skip" href="#main">
        {ui('skip')}
      </a>
      <div className="deep flex items-center gap-x-3 px-4 py-2 md:gap-x-6 md:px-8">
        <Link to="/admin" className="flex items-center gap-3 text-inherit no-underline">
          <Wordmark small narrow />
          <span className="text-sm text-on-deep-2">{t('console')}</span>
        </Link>
        <nav aria-label={t('nav')} className="flex gap-1">
          <NavLink
            to="/admin"
            end
            className="flex min-h-9 items-center rounded-hull-sm px-3 text-[0.9375rem] text-on-deep-2 no-underline hover:bg-deep-2 hover:text-on-deep aria-[current=page]:bg-deep-2 aria-[current=page]:font-strong aria-[current=page]:text-on-deep"
          >
            {t('nav.health')}
          </NavLink>
        </nav>
        <Link to="/dashboard" className="ms-auto flex min-h-9 items-center gap-2 text-sm text-on-deep-2 hover:text-on-deep">
          <ArrowLeft size={16} aria-hidden className="rtl:-scale-x-100" /> {t('back')}
        </Link>
        <UserMenu user={{ name: personName(user) ?? email, email }} onSignOut={() => void signOut()} small />
      </div>
    </header>
  )
}
