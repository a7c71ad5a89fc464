// Describes the text of a system email for staff: its parts with their defaults, its state, its history and its problems.
import type { EmailTextDetail, EmailTextIssue, EmailTextState } from '../../../../core/api/admin/email-texts.ts'
import { type EmailKind, type EmailTexts, emailKinds, partsOf } from '../../../../core/notifications/email-kinds.ts'
import { type EmailTextProblem, maxEmailText } from '../../../../core/notifications/email-text-check.ts'
import type { Language } from '../../../../core/words/languages.ts'
import type { Translate } from '../../../../core/words/words.ts'
import type { EmailTextVersion } from '../../../foundation/db/email-texts.ts'
import { defaultTexts, usableTexts } from '../../../foundation/email-texts.ts'

type Say = Translate<'admintemplates'>

/** The parts that differ from the default. All other parts follow the default when an upgrade changes it. */
export const withoutDefaults = (texts: EmailTexts, defaults: EmailTexts): EmailTexts =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([part, text]) => [part, text.replace(/\r\n?/g, '\n').trim()] as const)
      .filter(([part, text]) => text !== Object.entries(defaults).find(([name]) => name === part)?.[1]),
  )

export function stateOf(
  kind: EmailKind,
  language: Language,
  version: Pick<EmailTextVersion, 'texts' | 'defaults'> | undefined,
): EmailTextState {
  if (!version || Object.keys(version.texts).length === 0) return 'default'
  if (usableTexts(kind, version.texts).problems.length > 0) return 'broken'
  return formerDefaults(version, defaultTexts(kind, language)).size > 0 ? 'outdated' : 'changed'
}

/** `versions`: newest first. */
export function toDetail(
  say: Say,
  { kind, language }: { kind: EmailKind; language: Language },
  versions: EmailTextVersion[],
  emails: ReadonlyMap<string, string | null>,
): EmailTextDetail {
  const [current] = versions
  const info = emailKinds[kind]
  const defaults = defaultTexts(kind, language)
  const former = current ? formerDefaults(current, defaults) : new Map<string, string>()
  return {
    ...{ kind, language, group: info.group, state: stateOf(kind, language, current) },
    ...{ version: current?.version ?? 0, changedAt: current?.createdAt.toISOString() ?? null },
    parts: partsOf(kind).map(([part]) => ({
      ...{ part, text: current?.texts[part] ?? defaults[part] ?? '', default: defaults[part] ?? '' },
      ...{ formerDefault: former.get(part) ?? null, needed: [...(info.needed[part] ?? [])], maxLength: maxEmailText[part] },
    })),
    values: Object.entries(info.values).map(([name, value]) => ({
      ...{ name, isNumber: value === 'number' },
      choices: typeof value === 'string' ? null : [...value],
    })),
    problems: describeProblems(say, usableTexts(kind, current?.texts ?? {}).problems),
    history: versions.map(({ version, texts, createdBy, createdAt }) => ({
      ...{ version, texts, at: createdAt.toISOString() },
      by: { id: createdBy, email: emails.get(createdBy) ?? null },
    })),
  }
}

/** The defaults of changed parts that an upgrade has replaced since the change. */
function formerDefaults(
  { texts, defaults: former }: Pick<EmailTextVersion, 'texts' | 'defaults'>,
  defaults: EmailTexts,
): Map<string, string> {
  const now = new Map(Object.entries(defaults))
  return new Map(Object.entries(former).filter(([part, text]) => Object.hasOwn(texts, part) && now.get(part) !== text))
}

export const describeProblems = (say: Say, problems: readonly EmailTextProblem[]): EmailTextIssue[] =>
  problems.map(({ part, kind, detail }) => ({
    part,
    message: `${say(`email.part.${part}`)}: ${say(`email.problem.${kind}`, { detail, value: `{${detail}}` })}`,
  }))
