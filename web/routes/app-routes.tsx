// The routes behind the public pages: sign-in, the signed-in area, and pages opened by a private link.
import type { RouteObject } from 'react-router'
import { at, frame } from '../navigation/screen.tsx'
import * as screens from './screens.tsx'

export const appRoutes: RouteObject[] = [
  {
    element: <screens.auth.View />,
    handle: { load: screens.auth.load, isInside: true },
    children: [
      frame(screens.entry, [
        at('/login', screens.login),
        at('/signup', screens.signup),
        at('/forgot-password', screens.forgotPassword),
        at('/reset-password', screens.resetPassword),
        at('/two-factor', screens.twoFactor),
        at('/oauth-callback', screens.oauthCallback),
        at('/oauth-demo', screens.oauthDemo),
        at('/admin/login', screens.adminLogin),
      ]),
      frame(screens.app, [
        at('/onboarding', screens.onboarding),
        at('/quick-setup', screens.quickSetup),
        at('/email-setup', screens.emailSetup),
        at('/whatsapp-setup', screens.whatsAppSetup),
        at('/first-filter', screens.firstFilter),
        at('/test-mail', screens.testMail),
        at('/dashboard', screens.dashboard),
        at('/forwarded-emails/:id?', screens.forwardedEmails),
        at('/forwarded-emails/:id/whole', screens.emailView),
        at('/email-accounts', screens.emailAccounts),
        at('/email-accounts/:id', screens.emailAccount),
        at('/whatsapp-connect', screens.whatsAppConnect),
        at('/filters', screens.filters),
        at('/filters/new', screens.filterEditor),
        at('/filters/import', screens.filterImport),
        at('/filters/templates', screens.templates),
        at('/filters/lists', screens.namedLists),
        at('/filters/examples', screens.filterFromExamples),
        at('/filters/:id', screens.filterEditor),
        at('/filters/:id/history', screens.filterHistory),
        at('/settings', screens.settings),
        at('/subscription', screens.subscription),
        at('/subscription-preview', screens.subscriptionPreview),
        at('/payment-callback', screens.paymentCallback),
        at('/profile', screens.profile),
      ]),
      frame(screens.admin, [at('/admin', screens.adminHealth)]),
    ],
  },
  at('/m/:token', screens.mailByLink),
  at('/sandbox/gallery', screens.gallery),
]
