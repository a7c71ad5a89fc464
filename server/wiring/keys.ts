// Binds API keys to the step-up proof and the email about a new key.
import { type KeyHandlers, keyHandlers } from '../account/keys/handlers.ts'
import { wordsForUser } from '../account/settings/language.ts'
import type { Auth } from '../auth/auth.ts'
import { readUser } from '../auth/store.ts'
import { systemClock } from '../foundation/clock.ts'
import { emailWords } from '../foundation/email-texts.ts'
import type { Mailer } from '../foundation/mailer.ts'
import { keyEmail } from '../use-cases/notifications/key-email.ts'
import type { AppContext } from './app.ts'

/** Keys expire by the real clock, as sessions do. */
export const bindKeyHandlers = ({ config, db, log, words, limitsOf }: AppContext, auth: Auth, mailer: Mailer): KeyHandlers =>
  keyHandlers({
    db,
    now: systemClock.now,
    limitsOf,
    t: words.of('keys'),
    isReauthenticated: auth.isReauthenticated,
    notify: async (tx, userId, key, from) => {
      const to = (await readUser(tx, userId))?.user.email
      if (!to) return
      const email = keyEmail(await emailWords(tx, log, await wordsForUser(tx, userId)), {
        key,
        from,
        page: `${config.publicUrl}/settings#keys`,
      })
      await mailer.enqueue(tx, { ...email, to })
    },
    wake: mailer.wake,
  })
