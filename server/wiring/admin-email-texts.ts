// Binds the texts of our own emails to the modules that render them.
import { type EmailKind, isAuthEmail, isNoticeEmail } from '../../core/notifications/email-kinds.ts'
import type { Words } from '../../core/words/words.ts'
import { sampleAuthEmail, sampleSharedEmail } from '../auth/email/samples.ts'
import { systemClock } from '../foundation/clock.ts'
import { emailWords } from '../foundation/email-texts.ts'
import type { Mailer, SystemEmail } from '../foundation/mailer.ts'
import { loadWords, requestLanguage } from '../foundation/words.ts'
import { type EmailTextHandlers, emailTextHandlers } from '../use-cases/admin/templates/email-texts.ts'
import { type ContactDeps, sampleContactEmail } from '../use-cases/contact.ts'
import { sampleNotification } from '../use-cases/notifications/samples.ts'
import type { AppContext } from './app.ts'

export const bindEmailTexts = ({ db, config }: AppContext, mailer: Mailer): EmailTextHandlers =>
  emailTextHandlers({
    db,
    now: systemClock.now,
    say: loadWords().of('admintemplates'),
    mailer,
    sample: (kind, words) => sampleEmail(kind, words, config.publicUrl, systemClock.now()),
  })

/** What an email says with sample values. */
export function sampleEmail(kind: EmailKind, words: Words, publicUrl: string, now: Date): Omit<SystemEmail, 'to'> {
  if (isAuthEmail(kind)) return sampleAuthEmail(kind, words, publicUrl, now)
  if (isNoticeEmail(kind)) return sampleNotification(kind, words, publicUrl, now)
  return kind === 'contact' ? sampleContactEmail(words.of('contact'), publicUrl) : sampleSharedEmail(words, publicUrl)
}

/** The contact form's email is in the language of the page. */
export const bindContactWords =
  ({ log }: AppContext): ContactDeps['sayInEmail'] =>
  async db =>
    (await emailWords(db, log, loadWords(requestLanguage()))).of('contact')
