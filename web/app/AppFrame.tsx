// The signed-in area: the shared data of its screens, and the layout around them.
import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useAvatar } from '../account/avatar/picture.ts'
import { contactOf, personNameOf } from '../account/phones/person-label.ts'
import { Queries } from '../session/Queries.tsx'
import { SignedIn, useAuth } from '../session/session.tsx'
import { ErrorBoundary } from '../ui/feedback/ErrorCard.tsx'
import { SkeletonCard } from '../ui/feedback/Skeleton.tsx'
import { Shell } from '../ui/layout/Shell.tsx'
import { Live } from './live/Live.tsx'
import { useLedger } from './queries/ledger.ts'
import { PausedAtAll } from './shell/pause/PausedAtAll.tsx'
import { ShellDialogsProvider } from './shell/ShellDialogs.tsx'
import { FindAnything, FindIcon, NeedsBell } from './shell/Tools.tsx'

export function AppFrame() {
  return (
    <SignedIn>
      <Queries>
        <Listening />
      </Queries>
    </SignedIn>
  )
}

function Listening() {
  const { user } = useAuth()
  return (
    <Live userId={user?.id ?? null}>
      <ShellDialogsProvider>
        <Frame />
      </ShellDialogsProvider>
    </Live>
  )
}

const tools = {
  find: <FindAnything />,
  bell: <NeedsBell />,
  small: (
    <>
      <FindIcon />
      <NeedsBell />
    </>
  ),
}

function Frame() {
  const { user, signOut } = useAuth()
  const { pathname } = useLocation()
  const ledger = useLedger(30).data
  const picture = useAvatar()
  const email = contactOf(user) ?? ''
  return (
    <Shell
      person={{ name: personNameOf(user) ?? email, email, picture }}
      underWay={ledger ? ledger.sum.underWay + ledger.sum.held : 0}
      usage={ledger ? { used: ledger.usage.delivered, allowance: ledger.usage.allowance } : null}
      onSignOut={() => void signOut()}
      tools={tools}
      line={<PausedAtAll />}
    >
      <ErrorBoundary key={pathname.split('/')[1]}>
        <Suspense fallback={<SkeletonCard />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
    </Shell>
  )
}
