// The mails of the auth wire: a sentence, a link or a code, and what to do if one did not ask for it.
import type { Db } from '../../db/pool.ts'
import type { Letter } from '../../mailer.ts'
import { wordsOf } from '../../words.ts'
import type { AuthParts } from '../parts.ts'
import { type Block, htmlOf, plainOf, type Sheet } from './sheet.ts'

export type LetterKind =
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

export interface LetterParts {
  /** Where the button leads; null for a mail that carries a code alone. */
  link: string | null
  code: string | null
  minutes: number | null
  values?: Record<string, string>
  /** Names and what they stand for, one a line. */
  facts?: [name: string, value: string][]
  /** Turns this kind of mail off; only what nobody asked for has one. */
  stop?: string | null
}

/** The letter in the language of its person; `about` may name facts in it. */
export async function letterFor(
  parts: AuthParts,
  db: Db,
  userId: string,
  kind: LetterKind,
  about: LetterParts | ((language: string) => LetterParts),
): Promise<Omit<Letter, 'to'>> {
  const language = await parts.languageOf(db, userId)
  return letterOf(kind, typeof about === 'function' ? about(language) : about, language)
}

/** A mail without its receiver, as HTML and as text that says the same. */
export function letterOf(
  kind: LetterKind,
  { link, code, minutes, values = {}, facts = [], stop = null }: LetterParts,
  language = 'en',
): Omit<Letter, 'to'> {
  const t = wordsOf(language).of('auth')
  const subject = t(`${kind}.subject`, values)
  const blocks: Block[] = [
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
  const sheet: Sheet = { language, subject, blocks, foot: t('foot'), stop: stop ? { text: t('stop'), link: stop } : null }
  return { subject, text: plainOf(sheet), html: htmlOf(sheet), ...(stop && { headers: oneClick(stop) }) }
}

/** Mail programs show a button of their own for it (RFC 8058 §3.1). */
const oneClick = (stop: string): Record<string, string> => ({
  'List-Unsubscribe': `<${stop}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
