// The layout of the signed-in area: a side rail, icons only below 1180 px, a top bar and tabs below 860 px.
import { LayoutDashboard, ListFilter, type LucideIcon, Mail, Send, Settings, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { useWords } from '../../words/words.tsx'
import { AllowanceGauge } from '../charts/AllowanceGauge.tsx'
import { cx } from '../cx.ts'
import { Wordmark } from './Mark.tsx'
import { type SignedInUser, UserMenu } from './UserMenu.tsx'

interface ShellProps {
  user: SignedInUser
  /** Emails in progress; lights the lamp beside "Forwarded emails". */
  underWay: number
  usage: { used: number; allowance: number | null } | null
  onSignOut(): void
  /** In the rail: the search box and the bell beside the wordmark; on phones: the contents of the top bar. */
  tools?: { find: ReactNode; bell: ReactNode; small: ReactNode }
  /** A slim banner above the screen. */
  banner?: ReactNode
  children: ReactNode
}

const emailLinks = [
  { to: '/dashboard', word: 'nav.dashboard', short: 'nav.dashboard', icon: LayoutDashboard },
  { to: '/forwarded-emails', word: 'nav.forwarded', short: 'nav.forwardedShort', icon: Send },
  { to: '/filters', word: 'nav.filters', short: 'nav.filters', icon: ListFilter },
] as const
const connectionLinks = [
  { to: '/email-accounts', word: 'nav.accounts', short: 'nav.accountsShort', icon: Mail },
  { to: '/whatsapp-connect', word: 'nav.whatsapp', short: 'nav.whatsapp', icon: Smartphone },
] as const
const accountLinks = [{ to: '/settings', word: 'nav.settings', short: 'nav.settings', icon: Settings }] as const
type NavItem = (typeof emailLinks)[number] | (typeof connectionLinks)[number] | (typeof accountLinks)[number]

export function Shell({ user, underWay, usage, onSignOut, tools, banner, children }: ShellProps) {
  const t = useWords('shell')
  const ui = useWords('ui')
  return (
    <>
      <header>
        <a className="skip" href="#main">
          {ui('skip')}
        </a>
        <div className="deep flex items-center justify-between px-4 py-2 md:hidden">
          <Link to="/dashboard" className="text-inherit no-underline">
            <Wordmark small />
          </Link>
          <div className="flex items-center gap-1">
            {tools?.small}
            <UserMenu user={user} onSignOut={onSignOut} small />
          </div>
        </div>
      </header>
      <div className="flex-1 md:grid md:grid-cols-[4.75rem_minmax(0,1fr)] xl:grid-cols-[15.5rem_minmax(0,1fr)]">
        <aside aria-label={t('nav.main')} className="deep hidden md:block">
          <div className="sticky top-0 flex h-full max-h-[calc(100dvh-var(--strip,0px))] flex-col gap-5 overflow-y-auto px-3 pt-5 pb-4">
            <div className="flex items-center justify-between gap-2 max-xl:flex-col">
              <Link to="/dashboard" className="flex px-2 text-inherit no-underline max-xl:justify-center max-xl:px-0">
                <Wordmark narrow />
              </Link>
              {tools?.bell}
            </div>
            {tools?.find}
            <RailGroup label={t('nav.crossings')} items={emailLinks} lit={underWay} />
            <RailGroup label={t('nav.banks')} items={connectionLinks} lit={0} divided />
            <RailGroup label={t('nav.yours')} items={accountLinks} lit={0} divided />
            <div className="mt-auto grid grid-cols-1 gap-4">
              {usage && (
                <Link to="/subscription" className="rounded-hull-sm text-inherit no-underline max-xl:hidden">
                  <AllowanceGauge {...usage} />
                </Link>
              )}
              <UserMenu user={user} onSignOut={onSignOut} />
            </div>
          </div>
        </aside>
        <div className="min-w-0">
          {banner}
          <main id="main" className="px-4 pt-5 pb-26 md:px-[clamp(1rem,3vw,3rem)] md:pt-8 md:pb-16 *:mx-auto *:max-w-[76rem]">
            {children}
          </main>
        </div>
      </div>
      <nav aria-label={t('nav.main')} className="tab-bar deep fixed inset-x-0 bottom-0 z-20 grid grid-cols-5 px-1 pt-1 pb-2.5 md:hidden">
        {[...emailLinks, ...connectionLinks].map(item => (
          <Tab key={item.to} item={item} lit={item.to === '/forwarded-emails' && underWay > 0} />
        ))}
      </nav>
    </>
  )
}

function RailGroup({ label, items, lit, divided = false }: { label: string; items: readonly NavItem[]; lit: number; divided?: boolean }) {
  const t = useWords('shell')
  return (
    <nav aria-label={label} className={cx('grid gap-0.5', divided && 'border-t border-deep-line pt-4')}>
      {items.map(item => (
        <NavLink
          key={item.to}
          to={item.to}
          className={({ isActive }) =>
            cx(
              'relative flex min-h-10 items-center gap-3 rounded-hull-sm px-3 text-[0.9375rem] whitespace-nowrap no-underline hover:bg-deep-2 hover:text-on-deep max-xl:justify-center max-xl:px-0',
              isActive ? 'bg-deep-2 font-strong text-on-deep' : 'text-on-deep-2',
            )
          }
        >
          <item.icon size={18} aria-hidden />
          <span className="max-xl:sr-only">{t(item.word)}</span>
          {item.to === '/forwarded-emails' && lit > 0 && <Lamp n={lit} />}
        </NavLink>
      ))}
    </nav>
  )
}

/** A badge with the number of emails in progress. */
function Lamp({ n }: { n: number }) {
  const t = useWords('shell')
  return (
    <span className="ms-auto inline-flex items-center gap-1.5 text-sm font-strong text-lamp max-xl:absolute max-xl:end-2.5 max-xl:top-2">
      <i className="size-2 flex-none rounded-full bg-lamp" />
      <span className="tabular-nums max-xl:sr-only">{n}</span>
      <span className="sr-only">{t('nav.underWay')}</span>
    </span>
  )
}

function Tab({ item, lit }: { item: NavItem; lit: boolean }) {
  const t = useWords('shell')
  const Icon: LucideIcon = item.icon
  return (
    <NavLink
      to={item.to}
      className={({ isActive }) =>
        cx(
          'relative grid content-start justify-items-center gap-0.5 rounded-hull-sm px-0.5 pt-2 pb-1 text-center text-xs no-underline',
          isActive ? 'bg-deep-2 font-strong text-on-deep' : 'text-on-deep-2',
        )
      }
    >
      <Icon size={20} aria-hidden />
      {t(item.short)}
      {lit && <i className="absolute start-[calc(50%+9px)] top-1.5 size-2 rounded-full bg-lamp" />}
    </NavLink>
  )
}
