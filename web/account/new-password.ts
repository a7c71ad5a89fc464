// The password requirements that the browser can check.
import { z } from 'zod/mini'
import type { Translate } from '../../core/words/words.ts'

/** The service accepts at most 72 bytes. */
export const newPassword = (t: Translate<'account'>) =>
  z.string().check(
    z.minLength(8, t('password.short')),
    z.refine(password => new TextEncoder().encode(password).length <= 72, t('password.long')),
  )
