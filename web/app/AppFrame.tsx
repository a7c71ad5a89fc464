// The signed-in area: the shared data of its screens, and the layout around them.
import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useAvatar } from '../account/avatar/picture.ts'
import { contactLabel, personName } from '../account/phones/person-label.ts'
import { Queries } from '../session/Queries.tsx'
import { RequireSignIn, useAuth } from '../session/session.tsx'
import { ErrorBoundary } from '../ui/feedback/ErrorBoundary.tsx'
import { Overlay } from '../ui/feedback/Overlay.tsx'
import { Shell } from '../ui/layout/Shell.tsx'
import { LiveUpdates } from './live/LiveUpdates.tsx'
import { useLedger } from './queries/ledger.ts'
import { EarlyBanner } from './shell/connection/EarlyBanner.tsx'
import { LazyPauseBanner } from './shell/pause/LazyPauseBanner.tsx'
import { NotificationsBell, SearchButton, SearchIcon } from './shell/ShellButtons.tsx'
import { ShellDialogsProvider } from './shell/ShellDialogs.tsx'

export function AppFrame() {
  return (
    <RequireSignIn>
      <Queries>
        <LiveArea />
      </Queries>
    </RequireSignIn>
  )
}

function LiveArea() {
  const { user } = useAuth()
  return (
    <LiveUpdates userId={user?.id ?? null}>
      <ShellDialogsProvider>
        <Frame />
      </ShellDialogsProvider>
    </LiveUpdates>
  )
}

const shellButtons = {
  find: <SearchButton />,
  bell: <NotificationsBell />,
  small: (
    <>
      <SearchIcon />
      <NotificationsBell />
    </>
  ),
}

const banners = (
  <>
    <EarlyBanner />
    <LazyPauseBanner />
  </>
)

/** As core/session/staff.ts, which would bring the list of the console's pages along. */
const isStaff = (role: string) => /^(admin|support|billing)$/.test(role)

function Frame() {
  const { user, roles, signOut } = useAuth()
  const { pathname } = useLocation()
  const ledger = useLedger(30).data
  const picture = useAvatar()
  const email = contactLabel(user) ?? ''
  return (
    <Shell
      user={{ name: personName(user) ?? email, email, picture, isStaff: roles.some(isStaff) }}
      underWay={ledger ? ledger.sum.underWay + ledger.sum.held : 0}
      usage={ledger ? { used: ledger.usage.delivered, allowance: ledger.usage.allowance } : null}
      onSignOut={() => void signOut()}
      tools={shellButtons}
      banner={banners}
    >
      <ErrorBoundary resetOn={pathname}>
        <Suspense fallback={<Overlay />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
    </Shell>
  )
}
