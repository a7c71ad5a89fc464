// Writes every email that the auth module sends, in the user's language.
import type { AuthEmailName } from '../../../core/notifications/email-kinds.ts'
import type { Words } from '../../../core/words/words.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { emailWords } from '../../foundation/email-texts.ts'
import type { SystemEmail } from '../../foundation/mailer.ts'
import { loadWords } from '../../foundation/words.ts'
import type { AuthDeps } from '../deps.ts'
import { type EmailBlock, type EmailLayout, renderHtml, renderText } from './layout.ts'

/** Changes to an account that its owner is always emailed about. */
export type NotifiedChange = Extract<
  AuthEmailName,
  | 'passwordChanged'
  | 'emailChanged'
  | 'phoneChanged'
  | 'identityAdded'
  | 'identityGone'
  | 'factorAdded'
  | 'factorGone'
  | 'factorTried'
  | 'passkeyAdded'
  | 'passkeyGone'
  | 'recoveryCodesMade'
  | 'recoveryCodeUsed'
>

/** What staff changed on an account: its owner is always emailed about it. */
export type StaffChangeKind = Extract<AuthEmailName, 'suspended' | 'resumed' | 'factorsReset' | 'rolesChanged' | 'signedOutByStaff'>

export interface AuthEmailContent {
  /** The button's URL; null for an email with only a code. */
  link: string | null
  code: string | null
  minutes: number | null
  values?: Record<string, string>
  /** Labeled values, one per line. */
  facts?: [name: string, value: string][]
  /** The unsubscribe URL; only unsolicited emails have one. */
  unsubscribe?: string | null
}

/** The email in the user's language; `about` may be a function of that language. */
export async function renderAuthEmailFor(
  deps: AuthDeps,
  db: Db,
  userId: string,
  kind: AuthEmailName,
  about: AuthEmailContent | ((language: string) => AuthEmailContent),
): Promise<Omit<SystemEmail, 'to'>> {
  const language = await deps.hooks.readLanguage(db, userId)
  const words = await emailWords(db, deps.log, loadWords(language))
  return renderAuthEmail(kind, typeof about === 'function' ? about(language) : about, words)
}

/** An email without its receiver, as HTML and as equivalent text. */
export function renderAuthEmail(
  kind: AuthEmailName,
  { link, code, minutes, values = {}, facts = [], unsubscribe = null }: AuthEmailContent,
  words: Words = loadWords('en'),
): Omit<SystemEmail, 'to'> {
  const { language } = words
  const t = words.of('auth')
  const subject = t(`${kind}.subject`, values)
  const blocks: EmailBlock[] = [
    { kind: 'text', text: t(`${kind}.text`, values) },
    ...(facts.length > 0 ? [{ kind: 'facts' as const, facts }] : []),
    ...(link && kind !== 'reauthenticate' && kind !== 'erased' && kind !== 'removed' && kind !== 'suspended'
      ? [{ kind: 'button' as const, text: t(`${kind}.deed`, values), link }]
      : []),
    ...(code
      ? [
          { kind: 'text' as const, text: t(link ? 'code' : 'codeAlone') },
          { kind: 'code' as const, text: code },
        ]
      : []),
    ...(minutes ? [{ kind: 'text' as const, text: t('life', { minutes }) }] : []),
    { kind: 'quiet', text: t(`${kind}.otherwise`, values) },
  ]
  const layout: EmailLayout = {
    language,
    subject,
    blocks,
    footer: t('foot'),
    unsubscribe: unsubscribe ? { text: t('stop'), link: unsubscribe } : null,
  }
  return { subject, text: renderText(layout), html: renderHtml(layout), ...(unsubscribe && { headers: oneClickHeaders(unsubscribe) }) }
}

/** Email clients show their own unsubscribe button for it (RFC 8058 §3.1). */
const oneClickHeaders = (unsubscribe: string): Record<string, string> => ({
  'List-Unsubscribe': `<${unsubscribe}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
