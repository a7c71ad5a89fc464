// Gives emails the texts that staff changed; one that is broken is reported, and the catalog's text is sent in its place.
import { compileMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import {
  type EmailCatalog,
  type EmailKind,
  type EmailTexts,
  emailCatalogs,
  emailKinds,
  partsOf,
} from '../../core/notifications/email-kinds.ts'
import { checkEmailTexts, type EmailTextProblem } from '../../core/notifications/email-text-check.ts'
import type { Language } from '../../core/words/languages.ts'
import { type Catalog, openWords, type Words } from '../../core/words/words.ts'
import { listCurrentTexts } from './db/email-texts.ts'
import type { Db } from './db/pool.ts'
import type { Log } from './log.ts'
import { messageSource } from './words.ts'

/** Read at each email, so that a change holds at once on every host. Only for emails: everything else uses the catalog. */
export async function emailWords(db: Db, log: Pick<Log, 'error'>, words: Words): Promise<Words> {
  const changed = (await listCurrentTexts(db, words.language)).map(({ kind, texts }) => ({ kind, ...usableTexts(kind, texts) }))
  for (const { kind, problems } of changed)
    for (const problem of problems)
      log.error({ email: kind, language: words.language, problem }, 'a changed email text is broken; the default is sent')
  return withEmailTexts(words, changed)
}

export const findTextProblems = (kind: EmailKind, texts: EmailTexts): EmailTextProblem[] =>
  checkEmailTexts(kind, texts, compileMessageOrThrow)

/** The parts that can be sent, and what is wrong with the others. */
export function usableTexts(kind: EmailKind, texts: EmailTexts): { texts: EmailTexts; problems: EmailTextProblem[] } {
  const problems = findTextProblems(kind, texts)
  const broken = new Set<string>(problems.map(({ part }) => part))
  return { texts: Object.fromEntries(Object.entries(texts).filter(([part]) => !broken.has(part))), problems }
}

/** Words in which these texts replace those of the catalog; they must have been checked. */
export function withEmailTexts(words: Words, changed: readonly { kind: EmailKind; texts: EmailTexts }[]): Words {
  const catalogs: Record<EmailCatalog, Catalog> = { auth: {}, notices: {}, contact: {} }
  for (const { kind, texts } of changed)
    for (const [part, key] of partsOf(kind)) {
      const text = texts[part]
      if (text !== undefined) catalogs[emailKinds[kind].catalog][key] = text
    }
  const replacements = openWords(words.language, catalogs, compileMessage)
  return {
    ...words,
    of: name => {
      const original = words.of(name)
      const catalog = emailCatalogs.find(one => one === name)
      if (!catalog) return original
      const replaced = catalogs[catalog]
      return (key, values) => (Object.hasOwn(replaced, key) ? replacements.byId(`${name}.${key}`, values) : original(key, values))
    },
  }
}

/** The catalog's own ICU texts of an email, English where a translation is missing. */
export function defaultTexts(kind: EmailKind, language: Language): EmailTexts {
  const { catalog } = emailKinds[kind]
  return Object.fromEntries(partsOf(kind).map(([part, key]) => [part, messageSource(language, catalog, key)]))
}
