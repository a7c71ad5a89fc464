// The header of public pages: the logo, the main links, and sign-in.
import { Menu } from 'lucide-react'
import { type SyntheticEvent, useEffect, useRef, useSyncExternalStore } from 'react'
import { hasStoredSession } from '../auth/stored-session.ts'
import { Link, usePageLocation } from '../navigation/navigation.tsx'
import { PageLink } from '../navigation/PageLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Wordmark } from '../ui/layout/Mark.tsx'
import { useWords } from '../words/words.tsx'
import { column } from './column.ts'
import { SourceLink } from './source.tsx'

const navPages = ['howItWorks', 'features', 'solutions', 'pricing', 'help'] as const
const linkClass = 'text-on-deep-2 no-underline hover:text-on-deep aria-[current=page]:text-on-deep aria-[current=page]:font-strong'

export function Header() {
  const t = useWords('pages')
  const ui = useWords('ui')
  return (
    <header className="deep relative z-30">
      <a className="skip" href="#main">
        {ui('skip')}
      </a>
      <div className={cx(column, 'flex min-h-16 items-center gap-4 md:min-h-19 md:gap-6')}>
        <PageLink to="home" className="text-inherit no-underline">
          <Wordmark />
        </PageLink>
        <nav aria-label={t('nav.site')} className="ms-6 flex items-center gap-5 max-md:hidden">
          {navPages.map(name => (
            <NavPageLink key={name} to={name} className={cx('py-1', name === 'solutions' && 'max-lg:hidden')} />
          ))}
          <SourceLink className={cx(linkClass, 'py-1 max-lg:hidden')}>{t('nav.source')}</SourceLink>
        </nav>
        <SignInLinks />
        <MobileMenu />
      </div>
    </header>
  )
}

function NavPageLink({ to, className }: { to: (typeof navPages)[number]; className: string }) {
  const t = useWords('pages')
  return (
    <PageLink to={to} current className={cx(linkClass, to !== 'help' && 'in-[[data-site=app]]:hidden', className)}>
      {to === 'help' ? t('nav.help') : undefined}
    </PageLink>
  )
}

/** Whether somebody is signed in is known only in the browser. */
function SignInLinks() {
  const t = useWords('pages')
  return (
    <div className="ms-auto flex items-center gap-4 md:gap-6">
      {useIsSignedIn() ? (
        <Link to="/dashboard" className={buttonClass({ look: 'foam', small: true })}>
          {t('nav.open')}
        </Link>
      ) : (
        <>
          <Link to="/login" className="whitespace-nowrap text-on-deep no-underline hover:underline max-sm:hidden">
            {t('nav.signIn')}
          </Link>
          <Link to="/signup" className={buttonClass({ look: 'foam', small: true })}>
            {t('nav.start')}
          </Link>
        </>
      )}
    </div>
  )
}

const noSubscription = () => () => {}
const useIsSignedIn = () => useSyncExternalStore(noSubscription, hasStoredSession, () => false)

/** The links on a small screen: a disclosure, which also opens without JavaScript. */
function MobileMenu() {
  const t = useWords('pages')
  const isSignedIn = useIsSignedIn()
  const menu = useRef<HTMLDetailsElement>(null)
  const { pathname } = usePageLocation()
  useEffect(() => {
    if (menu.current) menu.current.open = false
  }, [pathname])
  const close = ({ type }: SyntheticEvent) => {
    if (!menu.current?.open) return
    menu.current.open = false
    if (type === 'keydown') menu.current.querySelector('summary')?.focus()
  }
  const rowClass = 'flex min-h-11 items-center border-t border-deep-line text-lg'
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles events that bubble up from its summary and links
    <details
      ref={menu}
      className="md:hidden"
      onKeyDown={event => event.key === 'Escape' && close(event)}
      onBlur={event => event.relatedTarget && !event.currentTarget.contains(event.relatedTarget) && close(event)}
    >
      <summary className="grid size-10 list-none place-items-center rounded-hull-sm text-on-deep [&::-webkit-details-marker]:hidden">
        <Menu size={22} aria-hidden />
        <span className="sr-only">{t('nav.menu')}</span>
      </summary>
      <nav
        aria-label={t('nav.site')}
        className="deep absolute inset-x-0 top-full px-[clamp(1rem,4vw,3rem)] pb-5 shadow-[0_16px_16px_-8px_oklch(0_0_0/0.25)]"
      >
        <ul>
          {navPages.map(name => (
            <li key={name}>
              <NavPageLink to={name} className={rowClass} />
            </li>
          ))}
          <li>
            <SourceLink className={cx(linkClass, rowClass)}>{t('nav.source')}</SourceLink>
          </li>
          {!isSignedIn && (
            <li>
              <Link to="/login" className={cx(linkClass, rowClass)}>
                {t('nav.signIn')}
              </Link>
            </li>
          )}
        </ul>
      </nav>
    </details>
  )
}
