// What shows whole mails is given: what links open today, and what their person wants of links.
import { readSettings } from '../account/settings/store.ts'
import type { Auth } from '../auth/auth.ts'
import { closeFileLinks } from '../files/mail/store.ts'
import type { Devices } from '../mail/whole/device.ts'
import type { WholeParts } from '../mail/whole/handlers.ts'
import type { Ground } from '../wiring.ts'
import type { LinkRules } from './links.ts'

export function wholeParts(
  { config, db, keys, words, clock }: Ground,
  { verifySession }: Auth,
  devices: Devices,
  rules: LinkRules,
): WholeParts {
  return {
    ...{ db, keys, words, devices, verifySession, now: clock.now },
    showsWhole: rules.showsWhole,
    fileLinks: rules.fileLinks,
    closeFileLinks: (userId, messageId) => closeFileLinks(db, userId, messageId, clock.now()),
    asksSignIn: async userId => (await readSettings(db, userId, 0)).linksAskSignIn,
    retentionDays: async userId => (await readSettings(db, userId, config.retentionDays)).retentionDays,
  }
}
