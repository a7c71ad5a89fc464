// The signed-in area: who it is, what the screens share, the shell around them.
import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useAvatar } from '../account/avatar/picture.ts'
import { nameOf, reachOf } from '../account/phones/reach.ts'
import { SignedIn, useAuth } from '../session.tsx'
import { ErrorBoundary } from '../ui/ErrorCard.tsx'
import { Shell } from '../ui/Shell.tsx'
import { SkeletonCard } from '../ui/Skeleton.tsx'
import { useLedger } from './ledger.ts'
import { Live } from './live/Live.tsx'
import { Queries } from './Queries.tsx'
import { OverProvider } from './shell/over.tsx'
import { PausedAtAll } from './shell/pause/PausedAtAll.tsx'
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
      <OverProvider>
        <Frame />
      </OverProvider>
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
  const email = reachOf(user) ?? ''
  return (
    <Shell
      person={{ name: nameOf(user) ?? email, email, picture }}
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
