// What people and mailboxes sign in with: auth's parts of the others, and the providers of mail.
import { record } from '../account/log.ts'
import { openNotices } from '../account/notices/links.ts'
import { dropSubscriptions } from '../account/push/store.ts'
import { keepSpokenLanguage, languageOfPerson } from '../account/settings/words.ts'
import type { AuthOptions } from '../auth/auth.ts'
import { openBreachCheck } from '../auth/breached.ts'
import { openCaptcha } from '../auth/captcha.ts'
import { openProviders } from '../auth/providers/presets.ts'
import { readLimits } from '../auth/switches.ts'
import { readTrustedKeys } from '../auth/trusted-keys.ts'
import { systemClock } from '../clock.ts'
import { openSignIns, type SignIns } from '../mail/oauth/open.ts'
import { oauthProviders } from '../mail/oauth/providers.ts'
import type { Mailer } from '../mailer.ts'
import type { Outside } from '../outside.ts'
import type { Key } from '../seal.ts'
import { codeMinutes } from '../whatsapp/templates/code.ts'
import type { Ground } from '../wiring.ts'
import { spokenWords } from '../words.ts'

/** A person waits meanwhile. */
const providerMs = 8_000

/** auth keeps its mails with its transactions; accounts keep what it saw. */
export function authOptions({ config, db, log }: Ground, master: Key, outside: Outside, mailer: Mailer): AuthOptions {
  const { trustedKeysFile, breachedUrl, limits, providers, captcha, ...switches } = config.auth
  return {
    db,
    master,
    // Sessions live by the real time, also where the sandbox has moved its own.
    now: systemClock.now,
    publicUrl: config.publicUrl,
    mailer,
    notices: openNotices({ master, publicUrl: config.publicUrl }),
    switches: {
      ...switches,
      // A code works as long as its message says.
      phoneCodeMs: codeMinutes * 60_000,
      limits: { letters: { points: config.mailer.perHour, seconds: 3600 }, ...readLimits(limits) },
    },
    log,
    providers: openProviders(providers, { outside, now: systemClock.now, timeoutMs: providerMs }),
    record,
    languageOf: languageOfPerson,
    onOthersSignedOut: dropSubscriptions,
    onUserCreated: (tx, userId) => keepSpokenLanguage(tx, userId, config.retentionDays, systemClock.now()),
    ...(trustedKeysFile && { trustedKeys: readTrustedKeys(trustedKeysFile) }),
    ...(breachedUrl && { isBreached: openBreachCheck({ outside, url: breachedUrl, log }) }),
    ...(captcha && { captcha: openCaptcha(outside, captcha) }),
  }
}

/** Mailboxes that sign in with their provider do so by the real time, as tokens end by it. */
export const openSignInsOf = ({ config, db, keys, log }: Ground, outside: Outside): SignIns =>
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
