// What a new password must be, as far as the browser can tell.
import { z } from 'zod/mini'
import type { Translate } from '../../core/words/words.ts'

/** The service counts bytes up to 72 (reference: password rules of the auth wire). */
export const newPassword = (t: Translate<'account'>) =>
  z.string().check(
    z.minLength(8, t('password.short')),
    z.refine(password => new TextEncoder().encode(password).length <= 72, t('password.long')),
  )
