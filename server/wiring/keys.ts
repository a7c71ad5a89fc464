// Binds API keys to the step-up proof and the email about a new key.
import { type KeyHandlers, keyHandlers } from '../account/keys/handlers.ts'
import { wordsForUser } from '../account/settings/language.ts'
import type { Auth } from '../auth/auth.ts'
import { readUser } from '../auth/store.ts'
import { systemClock } from '../foundation/clock.ts'
import { emailWords } from '../foundation/email-texts.ts'
import { HttpError } from '../foundation/http/errors.ts'
import { keyEmail } from '../use-cases/notifications/key-email.ts'
import type { AppContext } from './app.ts'
import { bindUndoLinks, type SecurityEmailDeps } from './security-emails.ts'

/** Keys expire by the real clock, as sessions do. */
export const bindKeyHandlers = (app: AppContext, auth: Auth, { mailer, master }: SecurityEmailDeps): KeyHandlers => {
  const { db, log, words, limitsOf } = app
  const undo = bindUndoLinks(app, master)
  return keyHandlers({
    db,
    now: systemClock.now,
    limitsOf,
    t: words.of('keys'),
    requireProof: async ({ userId, sessionId }, code) => {
      if (code !== null && (await auth.isReauthenticated(userId, code))) return
      if (code !== null) throw new HttpError(403, 'code_wrong', words.of('keys')('refused.code'))
      await auth.refuseUnproven(userId, sessionId)
    },
    notify: async (tx, userId, key, from) => {
      const to = (await readUser(tx, userId))?.user.email
      if (!to) return
      const email = keyEmail(await emailWords(tx, log, await wordsForUser(tx, userId)), {
        key,
        from,
        page: undo.linkTo(userId, { kind: 'key', id: key.id }),
      })
      await mailer.enqueue(tx, { ...email, to })
    },
    wake: mailer.wake,
  })
}
