// Binds sign-in: what auth needs of other modules, and the providers of mailboxes.

import { openEmailPreferences } from '../account/email-preferences/unsubscribe-links.ts'
import { record } from '../account/log.ts'
import { dropSubscriptions } from '../account/push/store.ts'
import { keepSpokenLanguage, languageOfUser } from '../account/settings/language.ts'
import type { AuthOptions } from '../auth/auth.ts'
import { openBreachCheck } from '../auth/breached.ts'
import { openCaptcha } from '../auth/captcha.ts'
import { openProviders } from '../auth/providers/presets.ts'
import { readLimits } from '../auth/switches.ts'
import { readTrustedKeys } from '../auth/trusted-keys.ts'
import { systemClock } from '../foundation/clock.ts'
import type { Mailer } from '../foundation/mailer.ts'
import type { Outside } from '../foundation/outside.ts'
import type { SealKey } from '../foundation/seal.ts'
import { spokenWords } from '../foundation/words.ts'
import { openSignIns, type SignIns } from '../mail/mailboxes/oauth/open.ts'
import { oauthProviders } from '../mail/mailboxes/oauth/providers.ts'
import { codeMinutes } from '../whatsapp/templates/sign-in-code.ts'
import type { AppContext } from './app.ts'

/** A person waits meanwhile. */
const providerMs = 8_000

/** auth keeps its mails with its transactions; accounts keep what it saw. */
export function authOptions({ config, db, log }: AppContext, master: SealKey, outside: Outside, mailer: Mailer): AuthOptions {
  const { trustedKeysFile, breachedUrl, limits, providers, captcha, ...switches } = config.auth
  return {
    db,
    master,
    // Sessions live by the real time, also where the sandbox has moved its own.
    now: systemClock.now,
    publicUrl: config.publicUrl,
    mailer,
    optOut: openEmailPreferences({ master, publicUrl: config.publicUrl }),
    switches: {
      ...switches,
      // A code works as long as its message says.
      phoneCodeMs: codeMinutes * 60_000,
      limits: { letters: { points: config.mailer.perHour, seconds: 3600 }, ...readLimits(limits) },
    },
    log,
    providers: openProviders(providers, { outside, now: systemClock.now, timeoutMs: providerMs }),
    record,
    languageOf: languageOfUser,
    onOthersSignedOut: dropSubscriptions,
    onUserCreated: (tx, userId) => keepSpokenLanguage(tx, userId, config.retentionDays, systemClock.now()),
    ...(trustedKeysFile && { trustedKeys: readTrustedKeys(trustedKeysFile) }),
    ...(breachedUrl && { isBreached: openBreachCheck({ outside, url: breachedUrl, log }) }),
    ...(captcha && { captcha: openCaptcha(outside, captcha) }),
  }
}

/** Mailboxes that sign in with their provider do so by the real time, as tokens end by it. */
export const openSignInsOf = ({ config, db, keys, log }: AppContext, outside: Outside): SignIns =>
  openSignIns({
    db,
    keys,
    log,
    outside,
    now: systemClock.now,
    say: spokenWords().of('mail'),
    publicUrl: config.publicUrl,
    providers: oauthProviders(config.mailOAuth),
  })
