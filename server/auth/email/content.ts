// The text of every email that the auth module sends, in the user's language.
import type { Db } from '../../foundation/db/pool.ts'
import type { SystemEmail } from '../../foundation/mailer.ts'
import { wordsOf } from '../../foundation/words.ts'
import type { AuthDeps } from '../deps.ts'
import { type EmailBlock, type EmailLayout, renderHtml, renderText } from './layout.ts'

export type AuthEmailKind =
  | 'signUp'
  | 'recovery'
  | 'magicLink'
  | 'changeNew'
  | 'changeCurrent'
  | 'reauthenticate'
  | 'newDevice'
  | 'passwordChanged'
  | 'emailChanged'
  | 'phoneChanged'
  | 'identityAdded'
  | 'identityGone'
  | 'factorAdded'
  | 'factorGone'
  | 'erased'
  | 'provider'
  | 'invite'
  | 'removed'

export interface AuthEmailContent {
  /** Where the button leads; null for an email that carries a code alone. */
  link: string | null
  code: string | null
  minutes: number | null
  values?: Record<string, string>
  /** Names and what they stand for, one a line. */
  facts?: [name: string, value: string][]
  /** Turns this kind of email off; only what nobody asked for has one. */
  stop?: string | null
}

/** The email in the language of its person; `about` may name facts in it. */
export async function authEmailFor(
  deps: AuthDeps,
  db: Db,
  userId: string,
  kind: AuthEmailKind,
  about: AuthEmailContent | ((language: string) => AuthEmailContent),
): Promise<Omit<SystemEmail, 'to'>> {
  const language = await deps.hooks.languageOf(db, userId)
  return renderAuthEmail(kind, typeof about === 'function' ? about(language) : about, language)
}

/** An email without its receiver, as HTML and as text that says the same. */
export function renderAuthEmail(
  kind: AuthEmailKind,
  { link, code, minutes, values = {}, facts = [], stop = null }: AuthEmailContent,
  language = 'en',
): Omit<SystemEmail, 'to'> {
  const t = wordsOf(language).of('auth')
  const subject = t(`${kind}.subject`, values)
  const blocks: EmailBlock[] = [
    { kind: 'text', text: t(`${kind}.text`, values) },
    ...(facts.length > 0 ? [{ kind: 'facts' as const, facts }] : []),
    ...(link && kind !== 'reauthenticate' && kind !== 'erased' && kind !== 'removed'
      ? [{ kind: 'button' as const, text: t(`${kind}.deed`), link }]
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
  const sheet: EmailLayout = { language, subject, blocks, foot: t('foot'), stop: stop ? { text: t('stop'), link: stop } : null }
  return { subject, text: renderText(sheet), html: renderHtml(sheet), ...(stop && { headers: oneClick(stop) }) }
}

/** Mail programs show a button of their own for it (RFC 8058 §3.1). */
const oneClick = (stop: string): Record<string, string> => ({
  'List-Unsubscribe': `<${stop}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
