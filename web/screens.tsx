// Every screen, loaded with the words it needs when it is first shown.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Room } from '../core/words/rooms.ts'
import { openRooms } from './words.tsx'

export interface Screen {
  View: LazyExoticComponent<ComponentType>
  /** Fetches code and words ahead, so that showing the screen does not wait. */
  load(): Promise<unknown>
}

function screen(rooms: readonly Room[], load: () => Promise<ComponentType>): Screen {
  let started: Promise<{ default: ComponentType }> | undefined
  const start = () => {
    started ??= Promise.all([load(), openRooms('en', ['ui', ...rooms])]).then(([View]) => ({ default: View }))
    started.catch(() => {
      started = undefined
    })
    return started
  }
  return { View: lazy(start), load: start }
}

export const site = screen(['site'], async () => (await import('./site/Site.tsx')).Site)
export const home = screen(['site'], async () => (await import('./site/Home.tsx')).Home)
export const notFound = screen(['site'], async () => (await import('./site/NotFound.tsx')).NotFound)
export const auth = screen(['session'], async () => (await import('./auth/AuthFrame.tsx')).AuthFrame)
export const publicWatch = screen(['session'], async () => (await import('./auth/AuthFrame.tsx')).PublicWatch)
export const entry = screen(['account'], async () => (await import('./account/Entry.tsx')).Entry)
export const login = screen(['account'], async () => (await import('./account/Login.tsx')).Login)
export const signup = screen(['account'], async () => (await import('./account/Signup.tsx')).Signup)
export const forgotPassword = screen(['account'], async () => (await import('./account/ForgotPassword.tsx')).ForgotPassword)
export const resetPassword = screen(['account'], async () => (await import('./account/ResetPassword.tsx')).ResetPassword)
export const twoFactor = screen(['account'], async () => (await import('./account/TwoFactor.tsx')).TwoFactor)
export const app = screen(['shell'], async () => (await import('./app/AppFrame.tsx')).AppFrame)
export const dashboard = screen(['dashboard', 'accounts'], async () => (await import('./app/Dashboard.tsx')).Dashboard)
export const forwardedEmails = screen(['forwarded', 'sentence'], async () => (await import('./app/ForwardedEmails.tsx')).ForwardedEmails)
export const emailAccounts = screen(
  ['accounts', 'providers', 'mailbox'],
  async () => (await import('./app/EmailAccounts.tsx')).EmailAccounts,
)
export const emailAccount = screen(['accounts', 'mailbox'], async () => (await import('./app/mailboxes/MailboxPage.tsx')).MailboxPage)
export const whatsAppConnect = screen(['connect', 'link'], async () => (await import('./app/WhatsAppConnect.tsx')).WhatsAppConnect)
export const filters = screen(['filterlist', 'speech', 'templates'], async () => (await import('./app/filters/Filters.tsx')).Filters)
export const filterEditor = screen(
  ['filterlist', 'editor', 'builder', 'hours', 'sentence', 'query', 'speech', 'sieve'],
  async () => (await import('./app/filters/FilterEditor.tsx')).FilterEditor,
)
export const filterImport = screen(
  ['filterways', 'filterlist', 'editor', 'speech'],
  async () => (await import('./app/filters/import/ImportFilters.tsx')).ImportFilters,
)
export const filterHistory = screen(
  ['filterways', 'filterlist', 'editor'],
  async () => (await import('./app/filters/history/FilterHistory.tsx')).FilterHistory,
)
export const filterFromMails = screen(
  ['filterways', 'editor', 'speech'],
  async () => (await import('./app/filters/examples/FilterFromMails.tsx')).FilterFromMails,
)
export const templates = screen(['templates', 'filterways'], async () => (await import('./app/filters/templates/Templates.tsx')).Templates)
export const namedLists = screen(['filterways'], async () => (await import('./app/filters/lists/NamedLists.tsx')).NamedLists)
export const profile = screen(['profile', 'account'], async () => (await import('./account/Profile.tsx')).Profile)
export const settings = screen(['settings', 'hours'], async () => (await import('./app/settings/Settings.tsx')).Settings)
export const gallery = screen(['gallery', 'link', 'sentence', 'shell'], async () => (await import('./ui/Gallery.tsx')).Gallery)
