// Every path of the browser and the screen it shows.
import { Suspense, useSyncExternalStore } from 'react'
import { Outlet, type RouteObject, ScrollRestoration, useMatches } from 'react-router'
import { isSessionKept } from './auth/kept.ts'
import * as screens from './screens.tsx'
import { Overlay } from './ui/Overlay.tsx'
import { RouterErrorPage } from './ui/RouterErrorPage.tsx'

function Root() {
  const isInside = useMatches().some(({ handle }) => handle === inside)
  return (
    <Suspense fallback={<Overlay />}>
      <ScrollRestoration />
      <Outlet />
      {!isInside && <OutsideWatch />}
    </Suspense>
  )
}

/** The session's limits hold on public pages too; who is not signed in loads nothing for that. */
function OutsideWatch() {
  const isKept = useSyncExternalStore(never, isSessionKept, () => false)
  return <Suspense fallback={null}>{isKept && <screens.publicWatch.View />}</Suspense>
}

const never = () => () => {}

/** Marks the screens that hold a session themselves. */
const inside = { load: screens.auth.load }

const at = (path: string, { View, load }: screens.Screen, children?: RouteObject[]): RouteObject => ({
  path,
  element: <View />,
  handle: { load },
  ...(children && { children }),
})
const frame = ({ View, load }: screens.Screen, children: RouteObject[]): RouteObject => ({ element: <View />, handle: { load }, children })

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouterErrorPage />,
    children: [
      frame(screens.site, [at('/', screens.home)]),
      {
        element: <screens.auth.View />,
        handle: inside,
        children: [
          frame(screens.entry, [
            at('/login', screens.login),
            at('/signup', screens.signup),
            at('/forgot-password', screens.forgotPassword),
            at('/reset-password', screens.resetPassword),
            at('/two-factor', screens.twoFactor),
          ]),
          frame(screens.app, [
            at('/dashboard', screens.dashboard),
            at('/forwarded-emails/:id?', screens.forwardedEmails),
            at('/email-accounts', screens.emailAccounts),
            at('/email-accounts/:id', screens.emailAccount),
            at('/whatsapp-connect', screens.whatsAppConnect),
            at('/filters', screens.filters),
            at('/filters/new', screens.filterEditor),
            at('/filters/import', screens.filterImport),
            at('/filters/templates', screens.templates),
            at('/filters/lists', screens.namedLists),
            at('/filters/examples', screens.filterFromMails),
            at('/filters/:id', screens.filterEditor),
            at('/filters/:id/history', screens.filterHistory),
            at('/settings', screens.settings),
            at('/profile', screens.profile),
          ]),
        ],
      },
      at('/sandbox/gallery', screens.gallery),
      at('*', screens.notFound),
    ],
  },
]
