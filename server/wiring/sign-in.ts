// Binds sign-in to what auth needs from other modules, and to the mailboxes' providers.

import { isStaffRole } from '../../core/session/staff.ts'
import type { Maintenance } from '../../core/settings/notices.ts'
import { openEmailPreferences } from '../account/email-preferences/unsubscribe-links.ts'
import { recordActivity } from '../account/log.ts'
import { dropSubscriptions } from '../account/push/store.ts'
import { readUserLanguage, saveRequestLanguage } from '../account/settings/language.ts'
import { forgetDevices } from '../account/settings/store.ts'
import { listRoles } from '../account/store.ts'
import type { AuthOptions } from '../auth/auth.ts'
import { openBreachCheck } from '../auth/breached.ts'
import { type CaptchaCheck, openCaptcha } from '../auth/captcha.ts'
import { openProviders } from '../auth/providers/presets.ts'
import { readLimits } from '../auth/switches.ts'
import { readTrustedKeys } from '../auth/trusted-keys.ts'
import { systemClock } from '../foundation/clock.ts'
import { maintenanceRefusal } from '../foundation/http/maintenance.ts'
import type { Mailer } from '../foundation/mailer.ts'
import type { Outside } from '../foundation/outside.ts'
import { reloading } from '../foundation/runtime-settings/reloading.ts'
import type { SealKey } from '../foundation/seal.ts'
import { requestWords } from '../foundation/words.ts'
import { openSignIns, type SignIns } from '../mail/mailboxes/oauth/open.ts'
import { oauthProviders } from '../mail/mailboxes/oauth/providers.ts'
import { codeMinutes } from '../whatsapp/templates/sign-in-code.ts'
import type { AppContext } from './app.ts'
import { bindUndoLinks } from './security-emails.ts'

/** Short, because somebody is waiting. */
const providerMs = 8_000

/** Auth's emails commit with its transactions; the account module keeps its log. */
export function authOptions(
  { config, db, log }: AppContext,
  { master, outside, mailer, maintenance }: { master: SealKey; outside: Outside; mailer: Mailer; maintenance(): Maintenance },
): AuthOptions {
  const { trustedKeysFile, breachedUrl, limits, ...switches } = config.auth
  return {
    db,
    master,
    // Sessions use the real clock, even when the sandbox has moved its own.
    now: systemClock.now,
    publicUrl: config.publicUrl,
    linkPage: `${config.publicUrl}/confirm`,
    mailer,
    optOut: openEmailPreferences({ master, publicUrl: config.publicUrl }),
    switches: {
      ...switches,
      get signUpOpen() {
        return config.auth.signUpOpen && !maintenance().on
      },
      get autoconfirm() {
        return config.auth.autoconfirm
      },
      // A code is valid for as long as its message says.
      phoneCodeMs: codeMinutes * 60_000,
      limits: { emails: { points: config.mailer.perHour, seconds: 3600 }, ...readLimits(limits) },
    },
    log,
    providers: reloading(
      () => config.auth.providers,
      providers => openProviders(providers, { outside, now: systemClock.now, timeoutMs: providerMs }),
    ),
    record: recordActivity,
    undoLink: bindUndoLinks({ config }, master).linkTo,
    readLanguage: readUserLanguage,
    async refuseInMaintenance(tx, userId) {
      if (maintenance().on && !(await listRoles(tx, userId)).some(isStaffRole)) throw maintenanceRefusal(maintenance(), systemClock.now())
    },
    async onOthersSignedOut(tx, userId) {
      await dropSubscriptions(tx, userId)
      await forgetDevices(tx, userId, systemClock.now())
    },
    onUserCreated: (tx, userId) => saveRequestLanguage(tx, userId, config.retentionDays, systemClock.now()),
    ...(trustedKeysFile && { trustedKeys: readTrustedKeys(trustedKeysFile) }),
    ...(breachedUrl && { isBreached: openBreachCheck({ outside, url: breachedUrl, log }) }),
    captcha: (): CaptchaCheck | null => config.auth.captcha && openCaptcha(outside, config.auth.captcha),
  }
}

/** Mailbox sign-ins use the real clock, because provider tokens expire by it. */
export const bindSignIns = ({ config, db, keys, log, limitsOf }: AppContext, outside: Outside): SignIns =>
  openSignIns({
    limitsOf,
    db,
    keys,
    log,
    outside,
    now: systemClock.now,
    say: requestWords().of('mail'),
    publicUrl: config.publicUrl,
    providers: oauthProviders(config.mailOAuth),
  })
