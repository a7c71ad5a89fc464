// Every screen that is not a public page, loaded with its texts when first shown.
import { screen } from '../navigation/screen.tsx'
import { showProofIn } from '../proof.ts'

const stepUp = screen(['account', 'byphone'], async () => (await import('../account/StepUpDialog.tsx')).StepUpDialog)
showProofIn(<stepUp.View />)

export const auth = screen(['session'], async () => (await import('../auth/AuthFrame.tsx')).AuthFrame)
export const signInLayout = screen(['account', 'reader'], async () => (await import('../account/SignInLayout.tsx')).SignInLayout)
export const login = screen(['account', 'byphone', 'oauth'], async () => (await import('../account/Login.tsx')).Login)
export const signup = screen(['account', 'byphone', 'oauth'], async () => (await import('../account/Signup.tsx')).Signup)
export const forgotPassword = screen(['account'], async () => (await import('../account/ForgotPassword.tsx')).ForgotPassword)
export const resetPassword = screen(['account'], async () => (await import('../account/ResetPassword.tsx')).ResetPassword)
export const confirm = screen(['account'], async () => (await import('../account/links/Confirm.tsx')).Confirm)
export const twoFactor = screen(['account', 'byphone'], async () => (await import('../account/TwoFactor.tsx')).TwoFactor)
export const oauthCallback = screen(['oauth'], async () => (await import('../account/providers/OAuthCallback.tsx')).OAuthCallback)
export const oauthDemo = screen(['oauth'], async () => (await import('../account/providers/OAuthDemo.tsx')).OAuthDemo)
export const app = screen(['shell'], async () => (await import('../app/AppFrame.tsx')).AppFrame)
export const dashboard = screen(
  ['dashboard', 'accounts', 'onboarding'],
  async () => (await import('../app/dashboard/Dashboard.tsx')).Dashboard,
)
export const forwardedEmails = screen(
  ['forwarded', 'answers', 'commands', 'whole', 'sender', 'sentence', 'oncall'],
  async () => (await import('../app/messages/ForwardedEmails.tsx')).ForwardedEmails,
)
export const emailView = screen(['whole', 'forwarded', 'sender'], async () => (await import('../web-view/EmailByOwner.tsx')).EmailByOwner)
export const mailByLink = screen(['whole', 'forwarded', 'sender'], async () => (await import('../web-view/EmailByLink.tsx')).EmailByLink)
export const emailAccounts = screen(
  ['accounts', 'providers', 'mailbox'],
  async () => (await import('../app/mailboxes/EmailAccounts.tsx')).EmailAccounts,
)
export const emailAccount = screen(
  ['accounts', 'mailbox', 'answering'],
  async () => (await import('../app/mailboxes/page/MailboxPage.tsx')).MailboxPage,
)
export const whatsAppConnect = screen(
  ['connect', 'link', 'oncall', 'conflict', 'builder'],
  async () => (await import('../app/phones/WhatsAppConnect.tsx')).WhatsAppConnect,
)
export const filters = screen(
  ['filterlist', 'speech', 'templates', 'oncall'],
  async () => (await import('../app/filters/Filters.tsx')).Filters,
)
export const filterEditor = screen(
  ['filterlist', 'editor', 'builder', 'hours', 'sentence', 'oncall'],
  async () => (await import('../app/filters/FilterEditor.tsx')).FilterEditor,
)
export const filterImport = screen(
  ['filterways', 'filterlist', 'editor', 'speech', 'oncall'],
  async () => (await import('../app/filters/import/ImportFilters.tsx')).ImportFilters,
)
export const filterHistory = screen(
  ['filterways', 'filterlist', 'editor', 'oncall'],
  async () => (await import('../app/filters/history/FilterHistory.tsx')).FilterHistory,
)
export const filterFromExamples = screen(
  ['filterways', 'editor', 'speech', 'oncall'],
  async () => (await import('../app/filters/examples/FilterFromExamples.tsx')).FilterFromExamples,
)
export const filterTemplates = screen(
  ['templates', 'filterways'],
  async () => (await import('../app/filters/templates/Templates.tsx')).Templates,
)
export const namedLists = screen(['filterways'], async () => (await import('../app/filters/lists/NamedLists.tsx')).NamedLists)
export const profile = screen(['profile', 'account', 'oauth', 'byphone'], async () => (await import('../account/Profile.tsx')).ProfilePage)
export const settings = screen(
  ['settings', 'hours', 'push', 'pause', 'shortcuts', 'keys', 'exports', 'account'],
  async () => (await import('../app/settings/SettingsPage.tsx')).SettingsPage,
)
export const subscription = screen(
  ['subscription', 'usage'],
  async () => (await import('../app/subscription/Subscription.tsx')).Subscription,
)
export const subscriptionPreview = screen(
  ['subscription', 'usage'],
  async () => (await import('../app/subscription/payment/SubscriptionPreview.tsx')).SubscriptionPreview,
)
export const paymentCallback = screen(
  ['subscription', 'usage'],
  async () => (await import('../app/subscription/payment/PaymentCallback.tsx')).PaymentCallback,
)
export const onboarding = screen(['onboarding'], async () => (await import('../app/onboarding/OnboardingPage.tsx')).OnboardingPage)
export const quickSetup = screen(['onboarding'], async () => (await import('../app/onboarding/QuickSetup.tsx')).QuickSetup)
export const emailSetup = screen(
  ['onboarding', 'accounts', 'providers', 'mailbox'],
  async () => (await import('../app/onboarding/EmailSetup.tsx')).EmailSetup,
)
export const whatsAppSetup = screen(
  ['onboarding', 'connect', 'link'],
  async () => (await import('../app/onboarding/WhatsAppSetup.tsx')).WhatsAppSetup,
)
export const firstFilter = screen(['onboarding', 'templates'], async () => (await import('../app/onboarding/FirstFilter.tsx')).FirstFilter)
export const testMail = screen(['onboarding', 'forwarded'], async () => (await import('../app/onboarding/TestEmail.tsx')).TestEmail)
export const adminLogin = screen(['admin', 'account'], async () => (await import('../admin/AdminLogin.tsx')).AdminLogin)
export const admin = screen(['admin', 'shell'], async () => (await import('../admin/AdminFrame.tsx')).AdminFrame)
export const adminPage = screen(['admin'], async () => (await import('../admin/AdminPage.tsx')).AdminPage)
export const gallery = screen(
  ['gallery', 'link', 'sentence', 'shell', 'editor', 'builder', 'query', 'palette'],
  async () => (await import('../gallery/Gallery.tsx')).Gallery,
)
