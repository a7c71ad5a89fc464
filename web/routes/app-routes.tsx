// The routes that are not public pages: sign-in, the signed-in area, and pages opened by a private link.
import type { RouteObject } from 'react-router'
import { layoutRoute, screenRoute } from '../navigation/screen.tsx'
import * as screens from './screens.tsx'

export const appRoutes: RouteObject[] = [
  {
    element: <screens.auth.View />,
    handle: { load: screens.auth.load, isInside: true },
    children: [
      layoutRoute(screens.signInLayout, [
        screenRoute('/login', screens.login),
        screenRoute('/signup', screens.signup),
        screenRoute('/forgot-password', screens.forgotPassword),
        screenRoute('/reset-password', screens.resetPassword),
        screenRoute('/confirm', screens.confirm),
        screenRoute('/two-factor', screens.twoFactor),
        screenRoute('/oauth-callback', screens.oauthCallback),
        screenRoute('/oauth-demo', screens.oauthDemo),
        screenRoute('/admin/login', screens.adminLogin),
      ]),
      layoutRoute(screens.app, [
        screenRoute('/onboarding', screens.onboarding),
        screenRoute('/quick-setup', screens.quickSetup),
        screenRoute('/email-setup', screens.emailSetup),
        screenRoute('/whatsapp-setup', screens.whatsAppSetup),
        screenRoute('/first-filter', screens.firstFilter),
        screenRoute('/test-mail', screens.testMail),
        screenRoute('/dashboard', screens.dashboard),
        screenRoute('/forwarded-emails/:id?', screens.forwardedEmails),
        screenRoute('/forwarded-emails/:id/whole', screens.emailView),
        screenRoute('/email-accounts', screens.emailAccounts),
        screenRoute('/email-accounts/:id', screens.emailAccount),
        screenRoute('/whatsapp-connect', screens.whatsAppConnect),
        screenRoute('/filters', screens.filters),
        screenRoute('/filters/new', screens.filterEditor),
        screenRoute('/filters/import', screens.filterImport),
        screenRoute('/filters/templates', screens.filterTemplates),
        screenRoute('/filters/lists', screens.namedLists),
        screenRoute('/filters/examples', screens.filterFromExamples),
        screenRoute('/filters/:id', screens.filterEditor),
        screenRoute('/filters/:id/history', screens.filterHistory),
        screenRoute('/settings', screens.settings),
        screenRoute('/subscription', screens.subscription),
        screenRoute('/subscription-preview', screens.subscriptionPreview),
        screenRoute('/payment-callback', screens.paymentCallback),
        screenRoute('/profile', screens.profile),
      ]),
      layoutRoute(screens.admin, [screenRoute('/admin/*', screens.adminPage)]),
    ],
  },
  screenRoute('/m/:token', screens.mailByLink),
  screenRoute('/sandbox/gallery', screens.gallery),
]
