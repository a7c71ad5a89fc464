// The layout of the admin console: a top bar, and the page below it.
import { ArrowLeft } from 'lucide-react'
import { Suspense, useEffect, useRef } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { consolePages } from '../../core/session/staff.ts'
import { contactLabel, personName } from '../account/phones/person-label.ts'
import { Queries } from '../session/Queries.tsx'
import { RequireSignIn, useAuth } from '../session/session.tsx'
import { Overlay } from '../ui/feedback/Overlay.tsx'
import { Wordmark } from '../ui/layout/Mark.tsx'
import { UserMenu } from '../ui/layout/UserMenu.tsx'
import { useWords } from '../words/words.tsx'

export function AdminFrame() {
  return (
    <RequireSignIn signInPath="/admin/login">
      <Queries>
        <Bar />
        <main id="main" data-density="compact" className="mx-auto w-full max-w-[76rem] px-4 pt-5 pb-16 md:px-8 md:pt-8">
          <Suspense fallback={<Overlay />}>
            <Outlet />
          </Suspense>
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
      <div className="deep">
        <div className="flex items-center gap-x-3 px-4 py-2 md:gap-x-6 md:px-8">
          <Link to="/admin" className="flex items-center gap-3 text-inherit no-underline">
            <Wordmark small narrow />
            <span className="text-sm text-on-deep-2">{t('console')}</span>
          </Link>
          <Link to="/dashboard" className="ms-auto flex min-h-9 items-center gap-2 text-sm text-on-deep-2 hover:text-on-deep">
            <ArrowLeft size={16} aria-hidden className="rtl:-scale-x-100" /> {t('back')}
          </Link>
          <UserMenu user={{ name: personName(user) ?? email, email }} onSignOut={() => void signOut()} small />
        </div>
        <Pages />
      </div>
    </header>
  )
}

/** The pages that this person's roles may open; on phones they scroll sideways, to the one that is shown. */
function Pages() {
  const t = useWords('admin')
  const { roles } = useAuth()
  const { pathname } = useLocation()
  const open = consolePages.filter(page => page.roles.some(role => roles.includes(role)))
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = nav.current?.querySelector('[aria-current=page]')
    if (link) nav.current?.scrollBy({ left: middleOf(link) - middleOf(nav.current) })
  }, [pathname, open.length])
  if (open.length === 0) return null
  return (
    <nav ref={nav} aria-label={t('nav')} className="flex gap-1 overflow-x-auto px-2 pb-2 md:px-6">
      {open.map(({ name, path }) => (
        <NavLink
          key={name}
          to={path}
          end={path === '/admin'}
          className="flex min-h-9 items-center rounded-hull-sm px-3 text-[0.9375rem] whitespace-nowrap text-on-deep-2 no-underline hover:bg-deep-2 hover:text-on-deep aria-[current=page]:bg-deep-2 aria-[current=page]:font-strong aria-[current=page]:text-on-deep"
        >
          {t(`nav.${name}`)}
        </NavLink>
      ))}
    </nav>
  )
}

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}
