// Binds the web view to the access rules for links and to the user's link preferences.
import { readDevicesForgottenAt, readSettings } from '../account/settings/store.ts'
import type { Auth } from '../auth/auth.ts'
import { closeAttachmentLinks } from '../files/attachments/store.ts'
import type { KnownDevices } from '../mail/messages/web-view/device.ts'
import type { WebViewDeps } from '../mail/messages/web-view/handlers.ts'
import type { LinkAccess } from '../use-cases/sending/links.ts'
import type { AppContext } from './app.ts'

export function webViewDeps(
  { config, db, keys, words, clock }: AppContext,
  { verifySession }: Auth,
  devices: KnownDevices,
  links: LinkAccess,
): WebViewDeps {
  return {
    ...{ db, keys, words, devices, verifySession, now: clock.now },
    showsWhole: links.showsFullEmail,
    fileLinks: links.fileLinks,
    closeFileLinks: (userId, messageId) => closeAttachmentLinks(db, userId, messageId, clock.now()),
    asksSignIn: async userId => (await readSettings(db, userId, 0)).linksAskSignIn,
    devicesForgottenAt: userId => readDevicesForgottenAt(db, userId),
    retentionDays: async userId => (await readSettings(db, userId, config.retentionDays)).retentionDays,
  }
}
