// API keys with what they need of others: the proof of who makes one, and the letter about it.
import { type KeyHandlers, keyHandlers } from '../account/keys/handlers.ts'
import { wordsOfPerson } from '../account/settings/words.ts'
import type { Auth } from '../auth/auth.ts'
import { readUser } from '../auth/store.ts'
import { systemClock } from '../clock.ts'
import type { Mailer } from '../mailer.ts'
import { keyLetter } from '../notices/key-letter.ts'
import type { Ground } from '../wiring.ts'

/** Keys end by the real time, as sessions do. */
export const keyHandlersOf = ({ config, db, words }: Ground, auth: Auth, mailer: Mailer): KeyHandlers =>
  keyHandlers({
    db,
    now: systemClock.now,
    say: words.of('keys'),
    isThemselves: auth.isThemselves,
    tell: async (tx, userId, key, from) => {
      const to = (await readUser(tx, userId))?.user.email
      if (!to) return
      const letter = keyLetter(await wordsOfPerson(tx, userId), { key, from, page: `${config.publicUrl}/settings#keys` })
      await mailer.keep(tx, { ...letter, to })
    },
    wake: mailer.wake,
  })
