// Finds what is wrong with the text of an email before it is stored: ICU syntax, unknown values, and what must not be missing.
import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import { type EmailKind, type EmailKindInfo, type EmailPart, type EmailTexts, emailKinds } from './email-kinds.ts'

export interface EmailTextProblem {
  part: EmailPart
  kind: 'empty' | 'tooLong' | 'lineBreak' | 'control' | 'tag' | 'syntax' | 'unknownValue' | 'missingValue' | 'misusedValue' | 'noOther'
  /** The value, the tag, or the parser's own words. */
  detail: string
}

export const maxEmailText: Record<EmailPart, number> = {
  ...{ subject: 400, text: 2000, action: 300, otherwise: 1500 },
  ...{ code: 100, codeAlone: 100, life: 200, stop: 60, foot: 200 },
}

/** Throws when the text is not an ICU message. */
export type ParseMessage = (message: string) => CompiledMessage

/** Parts that are missing from `texts` are not checked: they keep the catalog's text. */
export function checkEmailTexts(kind: EmailKind, texts: EmailTexts, parse: ParseMessage): EmailTextProblem[] {
  const info = emailKinds[kind]
  return Object.entries(texts).flatMap(([name, text]) => {
    const part = name as EmailPart
    if (info.keys[part] === undefined) return [{ part, kind: 'unknownValue' as const, detail: name }]
    return checkPart(info, part, text, parse)
  })
}

function checkPart(info: EmailKindInfo, part: EmailPart, text: string, parse: ParseMessage): EmailTextProblem[] {
  const problem = (kind: EmailTextProblem['kind'], detail = ''): EmailTextProblem => ({ part, kind, detail })
  // A button without words is a link that nobody sees.
  if (text.trim() === '') return [problem('empty')]
  const isOneLine = part !== 'text' && part !== 'otherwise'
  // Isolates (U+2066 to U+2069) are allowed: they keep a phone number in order in Arabic.
  const tag = /<\/?[a-z][^>]*>?/i.exec(text)?.[0]
  const simple = [
    ...(text.length > maxEmailText[part] ? [problem('tooLong', String(maxEmailText[part]))] : []),
    ...(isOneLine && /[\r\n\u2028\u2029]/.test(text) ? [problem('lineBreak')] : []),
    ...(/(?![\n\r\t])\p{Cc}|[\u202a-\u202e]/u.test(text) ? [problem('control')] : []),
    ...(tag ? [problem('tag', tag)] : []),
  ]
  try {
    const uses = listUses(parse(text))
    return [...simple, ...checkUses(info, part, uses).map(({ kind, detail }) => problem(kind, detail))]
  } catch (error) {
    return [...simple, problem('syntax', error instanceof Error ? (error.message.split('\n')[0] ?? '') : '')]
  }
}

type Finding = Pick<EmailTextProblem, 'kind' | 'detail'>

function checkUses({ values, needed }: EmailKindInfo, part: EmailPart, uses: ValueUse[]): Finding[] {
  const wrong = uses.flatMap(({ name, format, hasOther }): Finding[] => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return [{ kind: 'unknownValue', detail: name }]
    if (!allowedFormats(value).includes(format)) return [{ kind: 'misusedValue', detail: name }]
    return hasOther ? [] : [{ kind: 'noOther', detail: name }]
  })
  const missing = (needed[part] ?? []).filter(name => !uses.some(use => use.name === name))
  const all = [...wrong, ...missing.map(name => ({ kind: 'missingValue' as const, detail: name }))]
  return all.filter((one, index) => all.findIndex(other => other.kind === one.kind && other.detail === one.detail) === index)
}

const allowedFormats = (value: EmailKindInfo['values'][string]): string[] => {
  if (value === 'number') return ['', 'number', 'plural', 'selectordinal']
  return value === 'text' ? [''] : ['select']
}

interface ValueUse {
  name: string
  /** Empty for the value as it is. */
  format: string
  hasOther: boolean
}

const branching = new Set(['plural', 'selectordinal', 'select'])

function listUses(message: CompiledMessage): ValueUse[] {
  return message.flatMap((token): ValueUse[] => {
    if (typeof token === 'string') return []
    const [name, format = '', branches] = token
    if (!branching.has(format) || typeof branches !== 'object' || branches === null) return [{ name, format, hasOther: true }]
    const inside = Object.values(branches as Record<string, unknown>).flatMap(branch =>
      Array.isArray(branch) ? listUses(branch as CompiledMessage) : [],
    )
    return [{ name, format, hasOther: Object.hasOwn(branches, 'other') }, ...inside]
  })
}
